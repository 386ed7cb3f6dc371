import { AppError, amountOf, formatAmount } from '@sarraf/domain';
import type { BodyOf, CompanyRefund, decideCompanyRefund as contract } from '@sarraf/domain/contracts';
import { houseAccount, outsideAccount, receiptsAccount } from '../../ledger/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { parsePage, toPage } from '../../platform/database/rows.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { CompanyContext } from '../deps.ts';
import { assertOwnerNotFrozen } from '../own-company.ts';
import { type CompanyRow, findCompany } from '../store.ts';
import { buildEventRow, insertEvent } from '../webhooks/event-store.ts';
import { startDelivery } from '../webhooks/webhooks.ts';
import { buildRefundedRow, type CompanyPaymentRow, findCompanyPayment } from './payment-store.ts';
import { displayCardOf } from './payment-view.ts';
import {
  attachRefund,
  cancelRefund,
  findRefund,
  findUnrecordedRefunds,
  insertRefund,
  listRefunds,
  lockPayment,
  lockRefund,
  markRefundPaidByBank,
  REFUND_PAID,
  type RefundRow,
} from './refund-store.ts';

const BATCH = 50;

/**
 * Proposes a refund, which keeps the payment out of settlements from now on. NOT_FOUND; CONFLICT: no money arrived,
 * it is settled, or a refund is in progress; SECOND_PERSON_NEEDED: it is the caller's own store.
 */
export async function proposeStaffRefund(
  context: CompanyContext,
  staffId: string,
  paymentId: string,
  reason: string,
): Promise<CompanyRefund> {
  const payment = isId(paymentId) ? await findCompanyPayment(context.db, paymentId) : null;
  const company = payment && (await findCompany(context.db, payment.companyId));
  if (!payment || !company) throw new AppError('NOT_FOUND');
  if (company.userId === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  const id = await context.db
    .transaction()
    .execute((tx) => proposeRefund(context, tx, { payment, company, askedBy: staffId, reason }));
  return readRefundDto(context, id);
}

/**
 * Creates every refund, requested by staff or by the store's key. Excludes the payment from settlements, in the
 * caller's transaction. CONFLICT: no money arrived, it is settled, or a refund is in progress.
 */
export async function proposeRefund(
  context: CompanyContext,
  tx: Tx,
  {
    payment,
    company,
    askedBy,
    reason,
  }: { payment: CompanyPaymentRow; company: CompanyRow; askedBy: string; reason: string },
): Promise<string> {
  const id = newId();
  const source = await lockRefundSource(tx, payment);
  await insertRefund(tx, {
    id,
    companyId: company.id,
    paymentId: payment.id,
    source,
    amount: payment.amount,
    reason,
    askedBy,
    createdAt: context.now(),
  });
  await attachRefund(tx, payment.id, id);
  const auditSubject = { staffId: askedBy, subject: company.userId, paymentId: payment.id };
  await auditRefund(context, tx, { ...auditSubject, action: 'refund asked' });
  return id;
}

/**
 * Returns the account that holds the payment's money, locked until the transaction ends. CONFLICT: it can't be
 * refunded from anywhere.
 */
export async function lockRefundSource(tx: Tx, payment: CompanyPaymentRow): Promise<RefundRow['source']> {
  const state = await lockPayment(tx, payment.id);
  if (!payment.settledAt || !state || state.refundId !== null || state.settlementId !== null)
    throw new AppError('CONFLICT');
  return state.receivedAt === null ? 'SUSPENSE' : 'RECEIPTS';
}

/**
 * PAID: the bank paid the card; this is durable first, and the ledger follows, immediately or by the job.
 * CANCELLED: the payment is the company's again. NOT_FOUND; CONFLICT: it is decided; BAD_REQUEST (reference);
 * SECOND_PERSON_NEEDED: the caller requested it, or owns the store; OWNER_FROZEN: the store requested it, and its
 * owner has frozen the account since.
 */
export async function decideRefund(
  context: CompanyContext,
  staffId: string,
  id: string,
  { decision, reference }: BodyOf<typeof contract>,
): Promise<CompanyRefund> {
  await context.db.transaction().execute(async (tx) => {
    const refund = isId(id) ? await lockRefund(tx, id) : null;
    const company = refund && (await findCompany(tx, refund.companyId));
    if (!refund || !company) throw new AppError('NOT_FOUND');
    if (refund.state !== 'ASKED' || refund.decidedBy !== null) throw new AppError('CONFLICT');
    const auditSubject = { staffId, subject: company.userId, paymentId: refund.paymentId };
    if (decision === 'CANCELLED') {
      await cancelRefund(tx, refund, staffId, context.now());
      const event = { companyId: company.id, subject: refund.paymentId, at: context.now() };
      if (refund.source === 'RECEIPTS') await insertEvent(tx, { ...event, kind: 'refund.cancelled' });
      return auditRefund(context, tx, { ...auditSubject, action: 'refund cancelled' });
    }
    const bank = reference?.trim() ?? '';
    if (bank === '') throw new AppError('BAD_REQUEST', { errors: ['reference'] });
    if (refund.askedBy === staffId || company.userId === staffId) throw new AppError('SECOND_PERSON_NEEDED');
    if (refund.askedBy === company.userId) await assertOwnerNotFrozen(context, company);
    await markRefundPaidByBank(tx, id, { staffId, reference: bank, now: context.now() });
    await auditRefund(context, tx, { ...auditSubject, action: 'refund paid' });
  });
  if (decision === 'PAID') await recordPaidRefund(context, id);
  else await startDelivery(context);
  return readRefundDto(context, id);
}

/** Records refunds in the ledger that were marked as paid. */
export async function recordPaidRefunds(context: CompanyContext): Promise<void> {
  for (const id of await findUnrecordedRefunds(context.db, BATCH)) await recordPaidRefund(context, id);
}

/** Idempotent by refund. */
async function recordPaidRefund(context: CompanyContext, id: string): Promise<void> {
  const refund = await findRefund(context.db, id);
  const payment = refund && (await findCompanyPayment(context.db, refund.paymentId));
  if (!refund || !payment || refund.decidedBy === null || refund.state !== 'ASKED') return;
  const inReceipts = refund.source === 'RECEIPTS';
  const debit = inReceipts ? receiptsAccount(refund.companyId, 'TOMAN') : houseAccount('TOMAN', 'suspense');
  const credit = outsideAccount(payment.gateway, 'TOMAN');
  const amount = amountOf(refund.amount);
  const at = context.now();
  const event = { companyId: refund.companyId, kind: 'payment.refunded', subject: payment.id, at } as const;
  await context.ledger.submit({
    accounts: [debit, credit],
    idempotency: { owner: 'company refund', key: id, digest: 'pay' },
    decide(balanceOf) {
      if (balanceOf(debit) < amount) throw new AppError('NOT_ENOUGH_BALANCE_TOMAN');
      return {
        transfers: [{ debit, credit, amount, kind: 'correction', reference: payment.id }],
        rows: [
          REFUND_PAID.row({ id }),
          ...(inReceipts ? [buildRefundedRow(refund.companyId, refund.amount), buildEventRow(event)] : []),
        ],
        reply: 'refunded',
      };
    },
  });
  const company = await findCompany(context.db, refund.companyId);
  if (company) context.bus.publish('wallets', { userId: company.userId, coins: ['TOMAN'] });
  await startDelivery(context);
}

const auditRefund = (
  context: CompanyContext,
  tx: Tx,
  about: { staffId: string; action: string; subject: string; paymentId: string },
): Promise<void> => {
  const { staffId: actorId, action, subject: subjectId, paymentId } = about;
  return appendAudit(tx, { actorId, action, subjectId, detail: { payment: paymentId } }, context.now());
};

async function readRefundDto(context: CompanyContext, id: string): Promise<CompanyRefund> {
  const row = await findRefund(context.db, id);
  const [dto] = row ? await refundDtos(context, [row]) : [];
  if (!dto) throw new AppError('NOT_FOUND');
  return dto;
}

async function refundDtos(context: CompanyContext, rows: readonly RefundRow[]): Promise<CompanyRefund[]> {
  const staff = await context.people.findAll([
    ...new Set(
      rows.flatMap(({ askedBy, decidedBy }) => (decidedBy === null ? [askedBy] : [askedBy, decidedBy])),
    ),
  ]);
  const emailOf = (id: string) => staff.get(id)?.email ?? id;
  return Promise.all(
    rows.map(async (row) => {
      const [payment, company] = await Promise.all([
        findCompanyPayment(context.db, row.paymentId),
        findCompany(context.db, row.companyId),
      ]);
      return {
        id: row.id,
        companyId: row.companyId,
        companyName: company ? (await context.readCompanyFacts(company.userId)).name : '',
        paymentId: row.paymentId,
        source: row.source,
        amount: formatAmount(row.amount, 'TOMAN'),
        cardNumber: payment ? displayCardOf(payment) : '',
        reason: row.reason,
        state: row.state,
        askedBy: emailOf(row.askedBy),
        decidedBy: row.decidedBy === null ? null : emailOf(row.decidedBy),
        reference: row.reference,
        createdAtDateTime: row.createdAt.toISOString(),
      };
    }),
  );
}

type RefundQuery = Parameters<typeof parsePage>[0] & { state?: RefundRow['state']; company?: string };

export async function readRefundPage(
  context: CompanyContext,
  { state, company, ...query }: RefundQuery,
): Promise<{ content: CompanyRefund[]; nextCursor: string | null }> {
  const page = parsePage(query);
  if (company !== undefined && !isId(company)) return { content: [], nextCursor: null };
  const filter = { state: state ?? null, companyId: company ?? null };
  const { rows, nextCursor } = toPage(await listRefunds(context.db, filter, page), page);
  return { content: await refundDtos(context, rows), nextCursor };
}
