import type { WalletDeps } from '../deps.ts';
import type { PaymentGateway } from '../ports.ts';
import { closeStale, isAnyDue, takeDuePayments, wakePayments } from '../store.ts';
import { STALE_PAYMENT_MS } from './payment.ts';
import type { VerifyPayment } from './verify-payment.ts';

export interface PaymentWatch {
  /** Queries all due payments, and those that a gateway lists as paid; resolves when all are handled. */
  sweep(): Promise<void>;
  /** Polls once a second for due payments, in the ledger writer process. */
  start(): void;
  /** Resolves when the running requests are finished. */
  stop(): Promise<void>;
}

const INTERVAL_MS = 1_000;
/** Concurrent requests: a gateway that hangs delays the others by one timeout at most. */
const CONCURRENCY = 20;

/**
 * Finishes payments whose payer never returned, whose verification was interrupted, or which never reached a
 * gateway. Due times are stored in the rows, so nothing is lost with a process, and several may run.
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
          'payment could not be settled; retrying later',
        );
      })
      .finally(() => asking.delete(asked));
    asking.add(asked);
  };

  /** Takes due payments as far as there is capacity. */
  async function look(): Promise<void> {
    const now = deps.clock.now();
    // Mostly nothing is due, so this query takes no locks.
    if (!(await isAnyDue(deps.db, new Date(now), new Date(now - STALE_PAYMENT_MS)))) return;
    await closeStale(deps.db, new Date(now - STALE_PAYMENT_MS));
    for (const { id } of await takeDuePayments(deps.db, new Date(now), CONCURRENCY - asking.size)) ask(id);
  }

  function beat(): void {
    if (!deps.ledger.isWriter() || asking.size >= CONCURRENCY) return;
    looking ??= look()
      .catch((err: unknown) => deps.log.warn({ area: 'wallet', err }, 'payment poll failed'))
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
      timer = setInterval(beat, INTERVAL_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await looking;
      await Promise.all(asking);
    },
  };
}

/** Makes payments due that a gateway lists as paid. */
async function wakeUnverified(deps: WalletDeps, gateway: PaymentGateway, now: Date): Promise<void> {
  if (!gateway.listUnverified) return;
  try {
    const authorities = await gateway.listUnverified();
    if (authorities.length > 0) await wakePayments(deps.db, gateway.name, authorities, now);
  } catch (error) {
    deps.log.warn(
      { area: 'wallet', gateway: gateway.name, err: error },
      'gateway’s list of unverified payments unavailable',
    );
  }
}
