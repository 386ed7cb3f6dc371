import { formatAmount, Refusal } from '@sarraf/domain';
import type { Payment as PaymentReply } from '@sarraf/domain/contracts';
import type { Queryable } from '../platform/database.ts';
import { isId } from '../platform/ids.ts';
import { shownState } from './payment.ts';
import { findPayment } from './store.ts';

/** One payment by its random id, for whoever holds it: no person, no whole card. NOT_FOUND. */
export async function readPayment(db: Queryable, id: string): Promise<PaymentReply> {
  const payment = isId(id) ? await findPayment(db, id) : null;
  if (payment === null) throw new Refusal('NOT_FOUND');
  return {
    id: payment.id,
    amount: formatAmount(payment.amount, 'TOMAN'),
    state: shownState(payment.state),
    gateway: payment.gateway,
    cardNumber: payment.paidCard,
    trackingCode: payment.reference,
    reason: payment.reason,
    createdAtDateTime: payment.createdAt.toISOString(),
  };
}
