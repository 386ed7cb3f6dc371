import { AppError, formatAmount } from '@sarraf/domain';
import type { Payment as PaymentReply, RefundStage } from '@sarraf/domain/contracts';
import { isId } from '../../platform/ids.ts';
import type { WalletDeps } from '../deps.ts';
import { findPayment } from '../store.ts';
import { readRefundStages } from '../suspense/suspended-store.ts';
import { type Payment, paymentStage, publicPaymentState, sessionEndOf } from './payment.ts';

/** Returns a payment by its random id, which authorizes its holder: without the user, with a masked card. NOT_FOUND. */
export async function readPayment(
  { db, clock }: Pick<WalletDeps, 'db' | 'clock'>,
  id: string,
): Promise<PaymentReply> {
  const payment = isId(id) ? await findPayment(db, id) : null;
  if (payment === null) throw new AppError('NOT_FOUND');
  const stages = await readRefundStages(db, [payment]);
  return paymentDtoOf(payment, clock.now(), stages.get(id));
}

export function paymentDtoOf(payment: Payment, now: number, refund?: RefundStage): PaymentReply {
  const stage = paymentStage(payment, now);
  return {
    id: payment.id,
    amount: formatAmount(payment.amount, 'TOMAN'),
    state: publicPaymentState(payment.state),
    stage,
    redirectSite: stage === 'AT_BANK' || stage === 'DROPPED' ? payment.redirectUrl : null,
    releasedAtDateTime: stage === null ? null : sessionEndOf(payment).toISOString(),
    gateway: payment.gateway,
    cardNumber: payment.paidCard,
    trackingCode: payment.reference,
    reason: payment.reason,
    refund: refund ?? null,
    createdAtDateTime: payment.createdAt.toISOString(),
  };
}
