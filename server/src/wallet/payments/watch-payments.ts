import type { WalletDeps } from '../deps.ts';
import type { PaymentGateway } from '../ports.ts';
import { closeStale, isAnyDue, takeDuePayments, wakePayments } from '../store.ts';
import { STALE_PAYMENT_MS } from './payment.ts';
import type { VerifyPayment } from './verify-payment.ts';

export interface PaymentWatch {
  /** Asks about whatever is due, and about what a gateway lists as paid; resolves when all is answered. */
  sweep(): Promise<void>;
  /** Looks once a second for what is due, in the process that settles the books. */
  start(): void;
  /** Resolves when the questions under way are answered. */
  stop(): Promise<void>;
}

const BEAT_MS = 1_000;
/** So many questions are under way at once: a gateway that hangs holds up the others for one time-out at most. */
const AT_ONCE = 20;

/**
 * Finishes what no browser will: payments whose payer never came back, whose verification was cut off, or which died
 * before they reached a gateway. What is due stands in the rows, so nothing is lost with a process, and several may watch.
 */
export function createPaymentWatch(deps: WalletDeps, verifyPayment: VerifyPayment): PaymentWatch {
  const asking = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;

  const ask = (id: string): void => {
    const asked = verifyPayment(id, 'SWEEP')
      .catch((error: unknown) => {
        deps.log.error(
          { area: 'wallet', payment: id, err: error },
          'payment could not be settled; asked again later',
        );
      })
      .finally(() => asking.delete(asked));
    asking.add(asked);
  };

  /** Takes what is due as far as there is room. */
  async function look(): Promise<void> {
    const now = deps.clock.now();
    // Once a second all day, and mostly nothing is: asked without taking anything.
    if (!(await isAnyDue(deps.db, new Date(now), new Date(now - STALE_PAYMENT_MS)))) return;
    await closeStale(deps.db, new Date(now - STALE_PAYMENT_MS));
    for (const { id } of await takeDuePayments(deps.db, new Date(now), AT_ONCE - asking.size)) ask(id);
  }

  function beat(): void {
    if (!deps.ledger.isWriter() || asking.size >= AT_ONCE) return;
    looking ??= look()
      .catch((err: unknown) => deps.log.warn({ area: 'wallet', err }, 'payments not looked for'))
      .finally(() => {
        looking = null;
      });
  }

  return {
    async sweep() {
      const now = new Date(deps.clock.now());
      for (const gateway of deps.gateways) await wakeUnverified(deps, gateway, now);
      await look();
      await Promise.all(asking);
    },
    start() {
      timer = setInterval(beat, BEAT_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await looking;
      await Promise.all(asking);
    },
  };
}

/** What a gateway lists as paid need not wait for its turn. */
async function wakeUnverified(deps: WalletDeps, gateway: PaymentGateway, now: Date): Promise<void> {
  if (!gateway.listUnverified) return;
  try {
    const authorities = await gateway.listUnverified();
    if (authorities.length > 0) await wakePayments(deps.db, gateway.name, authorities, now);
  } catch (error) {
    deps.log.warn({ area: 'wallet', gateway: gateway.name, err: error }, 'no list of unverified payments');
  }
}
