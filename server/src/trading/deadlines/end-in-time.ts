import { marketType } from '@sarraf/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { OpenOrder } from '../book/market-book.ts';
import { decideCancellation, type EndDeps } from '../orders/end-orders.ts';
import { type Deadline, writeDeadline } from './deadline-store.ts';

export type InTimeDeps = EndDeps & { clock: Clock };

/** Maximum number of orders that one command ends. */
const BATCH_SIZE = 1_000;
const INTERVAL_MS = 250;

/** Runs one pass: ends expired orders, and the orders of owners who didn't renew their deadline in time. */
export async function endInTime(deps: InTimeDeps): Promise<void> {
  const { exchange, clock } = deps;
  // The command decides by the time of its batch; these checks only find out whether there is something to do.
  while (exchange.overAt(clock.now(), 1).length > 0) if ((await endOver(deps)) === 0) break;
  for (const deadline of exchange.deadlinesAt(clock.now())) while (await endDeadline(deps, deadline));
}

/** Returns how many orders ended. */
async function endOver(deps: InTimeDeps): Promise<number> {
  const reply = await deps.ledger.submit({
    accounts: [],
    decide(_balanceOf, at) {
      const over = deps.exchange.overAt(at.getTime(), BATCH_SIZE);
      return decideCancellation(deps, over, { endedBy: 'EXPIRED', at }, () => String(over.length));
    },
  });
  return Number.parseInt(reply, 10);
}

/** Returns whether there is more. A deadline that was renewed in the meantime stays unchanged. */
async function endDeadline(deps: InTimeDeps, deadline: Deadline): Promise<boolean> {
  const { exchange } = deps;
  const { userId, market } = deadline;
  const isMeant = ({ row }: OpenOrder) => market === null || marketType(row.coin, row.quote) === market;
  const reply = await deps.ledger.submit({
    accounts: [],
    decide(_balanceOf, at) {
      if (!exchange.isDeadlineDue(deadline, at.getTime())) return { transfers: [], reply: 'false' };
      const open = [...exchange.ordersOf(userId)].filter(isMeant);
      const most = open.slice(0, BATCH_SIZE);
      const more = open.length > most.length;
      const end = decideCancellation(deps, most, { endedBy: 'CANCEL_AFTER', at }, () => String(more));
      if (more) return end;
      return {
        ...end,
        rows: [...(end.rows ?? []), writeDeadline(deadline, null)],
        applied() {
          end.applied?.();
          exchange.setDeadline(deadline, null);
        },
      };
    },
  });
  return reply === 'true';
}

/** Runs passes four times a second in the process of the ledger writer. */
export function createInTime(deps: InTimeDeps, log: Log): { start(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  function look(): void {
    if (!deps.ledger.isWriter()) return;
    looking ??= endInTime(deps)
      .catch((err: unknown) => log.warn({ area: 'orders', err }, 'expired orders can not be ended yet'))
      .finally(() => {
        looking = null;
      });
  }
  return {
    start() {
      timer = setInterval(look, INTERVAL_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
