import { AppError } from '@sarraf/domain';
import type { Payment as PaymentReply } from '@sarraf/domain/contracts';
import { isId } from '../../platform/ids.ts';
import type { WalletDeps } from '../deps.ts';
import { findPayment, notePayer } from '../store.ts';
import { ANSWER_WITHIN, RETRY_DELAY_MS, stageOf } from './payment.ts';
import { readPayment } from './read-payment.ts';
import type { VerifyPayment } from './verify-payment.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * The payer gives up a payment that waits at the bank. Its place in the limits is free at once where the gateway says that
 * it takes no money any more; otherwise when its session ends, or when it says so until then. What was paid all the same is
 * credited, now or whenever the gateway tells. Answers how the payment stands then.
 *
 * NOT_FOUND: no payment of this person.
 */
export async function dropPayment(
  deps: WalletDeps,
  verifyPayment: VerifyPayment,
  userId: string,
  id: string,
): Promise<PaymentReply> {
  const payment = isId(id) ? await findPayment(deps.db, id) : null;
  if (payment?.userId !== userId) throw new AppError('NOT_FOUND');
  const now = deps.clock.now();
  if (stageOf(payment, now) === 'AT_BANK') {
    await notePayer(deps.db, id, 'DROPPED', {
      now: new Date(now),
      nextCheck: new Date(now + RETRY_DELAY_MS),
    });
    const verifying = verifyPayment(id, 'DROP').catch((error: unknown) => {
      deps.log.error(
        { area: 'wallet', payment: id, err: error },
        'dropped payment not settled; the watch will',
      );
    });
    await withTimeout(ANSWER_WITHIN, verifying, undefined);
  }
  return readPayment(deps, id);
}
