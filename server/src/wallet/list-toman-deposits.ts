import { formatAmount } from '@sarraf/domain';
import type { DepositRow, RefundStage } from '@sarraf/domain/contracts';
import type { Queryable } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';
import {
  type BankDepositRow,
  findBankDeposit,
  listOwnBankDeposits,
} from './bank-deposits/bank-deposit-store.ts';
import { type Payment, publicPaymentState } from './payments/payment.ts';
import { findPayment, listPayments } from './store.ts';
import { readRefundStages } from './suspense/suspended-store.ts';

/**
 * Lists a user's Toman deposits, newest first, page.limit rows: through gateways, and by bank transfer once
 * credited.
 */
export async function listTomanDeposits(db: Queryable, userId: string, page: Page): Promise<DepositRow[]> {
  const firstPages = { ...page, offset: 0, limit: page.offset + page.limit };
  const [payments, transfers] = await Promise.all([
    listPayments(db, userId, firstPages),
    listOwnBankDeposits(db, userId, firstPages),
  ]);
  const stages = await readRefundStages(db, payments);
  return [...payments.map((payment) => paymentDto(payment, stages)), ...transfers.map(transferDto)]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(page.offset, page.offset + page.limit);
}

/** Returns one of the user's deposits as in that list; null: not found. */
export async function findTomanDeposit(
  db: Queryable,
  userId: string,
  id: string,
): Promise<DepositRow | null> {
  const [payment, transfer] = await Promise.all([findPayment(db, id), findBankDeposit(db, id)]);
  if (payment?.userId === userId) return paymentDto(payment, await readRefundStages(db, [payment]));
  return transfer?.userId === userId && transfer.state === 'MATCHED' ? transferDto(transfer) : null;
}

const paymentDto = (payment: Payment, stages: Map<string, RefundStage>): DepositRow => ({
  id: payment.id,
  amount: formatAmount(payment.amount, 'TOMAN'),
  bankAccount: payment.paidCard ?? payment.cardMasked,
  createdAtDateTime: payment.createdAt.toISOString(),
  // A code of the dictionary: why it failed, or its status.
  message: payment.reason ?? publicPaymentState(payment.state),
  isDone: payment.state === 'PAID',
  state: publicPaymentState(payment.state),
  ...refundField(stages.get(payment.id)),
  relatedCoin: 'TOMAN',
});

const refundField = (refund: RefundStage | undefined) => (refund === undefined ? {} : { refund });

const transferDto = (deposit: BankDepositRow): DepositRow => ({
  id: deposit.id,
  amount: formatAmount(deposit.amount, 'TOMAN'),
  bankAccount: deposit.payerMasked,
  createdAtDateTime: deposit.createdAt.toISOString(),
  message: 'PAID',
  isDone: true,
  state: 'PAID',
  relatedCoin: 'TOMAN',
});
