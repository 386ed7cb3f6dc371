import type { WalletDeps } from './deps.ts';
import { STALE } from './payment.ts';
import type { PaymentGateway } from './ports.ts';
import { closeStale, takeDuePayments, wakePayments } from './store.ts';
import type { VerifyPayment } from './verify-payment.ts';

/** One sweep asks about this many, so many at a time; the next comes in a minute. */
const BATCH = 60;
const AT_ONCE = 6;

/**
 * Finishes what no browser will: payments whose payer never came back, whose verification was cut off, or which died
 * before they reached a gateway. Safe to run in several processes at once.
 */
export async function sweepPayments(deps: WalletDeps, verifyPayment: VerifyPayment): Promise<void> {
  const now = new Date(deps.clock.now());
  await closeStale(deps.db, new Date(now.getTime() - STALE));
  for (const gateway of deps.gateways) await wakeUnverified(deps, gateway, now);
  const due = await takeDuePayments(deps.db, now, BATCH);
  const lane = async (): Promise<void> => {
    for (let payment = due.pop(); payment; payment = due.pop()) {
      const { id } = payment;
      await verifyPayment(id, 'SWEEP').catch((error: unknown) => {
        deps.log.error(
          { area: 'wallet', payment: id, err: error },
          'payment could not be settled; asked again later',
        );
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
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
