import { AppError, formatAmount, formatReceiptNumber } from '@sarraf/domain';
import type { CompanyPayment, StaffCompanyPayment } from '@sarraf/domain/contracts';
import { parsePage, toPage } from '../../platform/database/rows.ts';
import { isId } from '../../platform/ids.ts';
import type { CompanyContext } from '../deps.ts';
import { type CompanyPaymentRow, findCompanyPayment, listCompanyPayments } from './payment-store.ts';

export const companyPaymentStateOf = (state: CompanyPaymentRow['state']): CompanyPayment['state'] =>
  state === 'CREATED' ? 'PENDING' : state;

/** Returns the card that paid if the bank reports it; else the chosen one. */
export const displayCardOf = ({ paidCard, cardMasked }: CompanyPaymentRow): string => paidCard ?? cardMasked;

export const paymentDto = (row: CompanyPaymentRow): CompanyPayment => ({
  id: row.id,
  number: formatReceiptNumber(row.id),
  amount: formatAmount(row.amount, 'TOMAN'),
  description: row.description,
  state: companyPaymentStateOf(row.state),
  reason: row.reason,
  cardNumber: displayCardOf(row),
  trackingCode: row.reference,
  orderNumber: row.orderNumber,
  metadata: row.metadata ?? {},
  duplicate: row.receivedAt !== null && row.fulfilledBy !== null && row.fulfilledBy !== row.id,
  refund: row.refundState && { state: row.refundState, reference: row.refundReference },
  settlementId: row.settlementId,
  createdAtDateTime: row.createdAt.toISOString(),
  receivedAtDateTime: row.receivedAt?.toISOString() ?? null,
});

/** Returns one of a store's own payments. NOT_FOUND */
export async function readCompanyPayment(
  context: CompanyContext,
  companyId: string,
  id: string,
): Promise<CompanyPayment> {
  const row = isId(id) ? await findCompanyPayment(context.db, id) : null;
  if (row?.companyId !== companyId) throw new AppError('NOT_FOUND');
  return paymentDto(row);
}

export async function readPaymentPage(
  context: CompanyContext,
  companyId: string,
  query: Parameters<typeof parsePage>[0],
  settlementId: string | null = null,
): Promise<{ content: CompanyPayment[]; nextCursor: string | null }> {
  const page = parsePage(query);
  const { rows, nextCursor } = toPage(
    await listCompanyPayments(context.db, { companyId, settlementId }, page),
    page,
  );
  return { content: rows.map(paymentDto), nextCursor };
}

/** Whether the money arrived and can still be refunded: from the receipts or suspense. */
export const isRefundable = ({
  settledAt,
  settlementId,
  refundState,
}: Pick<CompanyPaymentRow, 'settledAt' | 'settlementId' | 'refundState'>): boolean =>
  settledAt !== null && settlementId === null && refundState === null;

export async function readStaffPaymentPage(
  context: CompanyContext,
  companyId: string,
  query: Parameters<typeof parsePage>[0],
): Promise<{ content: StaffCompanyPayment[]; nextCursor: string | null }> {
  const page = parsePage(query);
  const listed = await listCompanyPayments(context.db, { companyId, settlementId: null }, page);
  const { rows, nextCursor } = toPage(listed, page);
  return { content: rows.map((row) => ({ ...paymentDto(row), refundable: isRefundable(row) })), nextCursor };
}
