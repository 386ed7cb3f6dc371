import type { WalletDeps } from '../deps.ts';
import type { PaymentGateway } from '../ports.ts';
import { closeStalePayments, hasDuePayments, makePaymentsDue, takeDuePayments } from '../store.ts';
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
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | null = null;

  const startVerification = (id: string): void => {
    const verification = verifyPayment(id, 'SWEEP')
      .catch((error: unknown) => {
        deps.log.error(
          { area: 'wallet', payment: id, err: error },
          'payment could not be settled; retrying later',
        );
      })
      .finally(() => running.delete(verification));
    running.add(verification);
  };

  /** Takes due payments as far as there is capacity. */
  async function pollDuePayments(): Promise<void> {
    const now = deps.clock.now();
    // Mostly nothing is due, so this query takes no locks.
    if (!(await hasDuePayments(deps.db, new Date(now), new Date(now - STALE_PAYMENT_MS)))) return;
    await closeStalePayments(deps.db, new Date(now - STALE_PAYMENT_MS));
    for (const { id } of await takeDuePayments(deps.db, new Date(now), CONCURRENCY - running.size))
      startVerification(id);
  }

  function tick(): void {
    if (!deps.ledger.isWriter() || running.size >= CONCURRENCY) return;
    polling ??= pollDuePayments()
      .catch((err: unknown) => deps.log.warn({ area: 'wallet', err }, 'payment poll failed'))
      .finally(() => {
        polling = null;
      });
  }

  return {
    async sweep() {
      const now = new Date(deps.clock.now());
      for (const gateway of deps.gateways) await wakeUnverifiedPayments(deps, gateway, now);
      await pollDuePayments();
      await Promise.all(running);
    },
    start() {
      timer = setInterval(tick, INTERVAL_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await polling;
      await Promise.all(running);
    },
  };
}

/** Makes payments due that a gateway lists as paid. */
async function wakeUnverifiedPayments(deps: WalletDeps, gateway: PaymentGateway, now: Date): Promise<void> {
  if (!gateway.listUnverified) return;
  try {
    const authorities = await gateway.listUnverified();
    if (authorities.length > 0) await makePaymentsDue(deps.db, gateway.name, authorities, now);
  } catch (error) {
    deps.log.warn(
      { area: 'wallet', gateway: gateway.name, err: error },
      'gateway’s list of unverified payments unavailable',
    );
  }
}
