import { AppError } from '@sarraf/domain';
import type { Payment as PaymentReply } from '@sarraf/domain/contracts';
import { isId } from '../../platform/ids.ts';
import type { WalletDeps } from '../deps.ts';
import { findPayment, recordPayerAction } from '../store.ts';
import { paymentStage, REPLY_TIMEOUT_MS, RETRY_DELAY_MS } from './payment.ts';
import { readPayment } from './read-payment.ts';
import type { VerifyPayment } from './verify-payment.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * Abandons a payment that waits at the bank. Its reservation is released immediately if the gateway reports that it
 * can no longer be paid; otherwise when its session ends, or when the gateway reports so earlier. If it was paid
 * all the same it is credited, now or when the gateway reports it. Returns the resulting state.
 *
 * NOT_FOUND: no payment of this user.
 */
export async function abandonPayment(
  deps: WalletDeps,
  verifyPayment: VerifyPayment,
  userId: string,
  id: string,
): Promise<PaymentReply> {
  const payment = isId(id) ? await findPayment(deps.db, id) : null;
  if (payment?.userId !== userId) throw new AppError('NOT_FOUND');
  const now = deps.clock.now();
  if (paymentStage(payment, now) === 'AT_BANK') {
    await recordPayerAction(deps.db, id, 'DROPPED', {
      now: new Date(now),
      nextCheck: new Date(now + RETRY_DELAY_MS),
    });
    const verifying = verifyPayment(id, 'DROP').catch((error: unknown) => {
      deps.log.error(
        { area: 'wallet', payment: id, err: error },
        'abandoned payment not settled; the watch will settle it',
      );
    });
    await withTimeout(REPLY_TIMEOUT_MS, verifying, undefined);
  }
  return readPayment(deps, id);
}
