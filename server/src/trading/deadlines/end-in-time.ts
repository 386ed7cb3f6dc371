import { formatMarketType } from '@sarraf/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { OpenOrder } from '../book/market-book.ts';
import { decideCancellation, type EndDeps } from '../orders/end-orders.ts';
import { type Deadline, writeDeadline } from './deadline-store.ts';

export type DeadlineDeps = EndDeps & { clock: Clock };

/** Maximum number of orders that one command ends. */
const BATCH_SIZE = 1_000;
const INTERVAL_MS = 250;

/** Runs one pass: ends expired orders, and the orders of owners who didn't renew their deadline in time. */
export async function endDueOrders(deps: DeadlineDeps): Promise<void> {
  const { exchange, clock } = deps;
  // The command decides by the time of its batch; these checks only find out whether there is something to do.
  while (exchange.listExpired(clock.now(), 1).length > 0) if ((await endExpiredOrders(deps)) === 0) break;
  for (const deadline of exchange.listDueDeadlines(clock.now()))
    while (await cancelForDeadline(deps, deadline));
}

/** Returns how many orders ended. */
async function endExpiredOrders(deps: DeadlineDeps): Promise<number> {
  const reply = await deps.ledger.submit({
    accounts: [],
    decide(_balanceOf, at) {
      const expired = deps.exchange.listExpired(at.getTime(), BATCH_SIZE);
      return decideCancellation(deps, expired, { endedBy: 'EXPIRED', at }, () => String(expired.length));
    },
  });
  return Number.parseInt(reply, 10);
}

/** Returns whether there is more. A deadline that was renewed in the meantime stays unchanged. */
async function cancelForDeadline(deps: DeadlineDeps, deadline: Deadline): Promise<boolean> {
  const { exchange } = deps;
  const { userId, market } = deadline;
  const isCovered = ({ row }: OpenOrder) =>
    market === null || formatMarketType(row.coin, row.quote) === market;
  const reply = await deps.ledger.submit({
    accounts: [],
    decide(_balanceOf, at) {
      if (!exchange.isDeadlineDue(deadline, at.getTime())) return { transfers: [], reply: 'false' };
      const openOrders = [...exchange.listOpenOrders(userId)].filter(isCovered);
      const batch = openOrders.slice(0, BATCH_SIZE);
      const hasMore = openOrders.length > batch.length;
      const cancellation = decideCancellation(deps, batch, { endedBy: 'CANCEL_AFTER', at }, () =>
        String(hasMore),
      );
      if (hasMore) return cancellation;
      return {
        ...cancellation,
        rows: [...(cancellation.rows ?? []), writeDeadline(deadline, null)],
        applied() {
          cancellation.applied?.();
          exchange.setDeadline(deadline, null);
        },
      };
    },
  });
  return reply === 'true';
}

/** Runs passes four times a second in the process of the ledger writer. */
export function createDeadlineRunner(deps: DeadlineDeps, log: Log): { start(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  function runPass(): void {
    if (!deps.ledger.isWriter()) return;
    running ??= endDueOrders(deps)
      .catch((err: unknown) => log.warn({ area: 'orders', err }, 'expired orders can not be ended yet'))
      .finally(() => {
        running = null;
      });
  }
  return {
    start() {
      timer = setInterval(runPass, INTERVAL_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
