import { AppError, amountOf, formatAmount } from '@sarraf/domain';
import type { BodyOf, CompanyRefund, decideRefund as contract } from '@sarraf/domain/contracts';
import { houseAccount, outsideAccount, receiptsAccount } from '../../ledger/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { asPage, readPage } from '../../platform/database/rows.ts';
import { isId, newId } from '../../platform/ids.ts';
import { refuseFrozen } from '../company-of.ts';
import type { CompanyContext } from '../deps.ts';
import { type CompanyRow, findCompany } from '../store.ts';
import { eventRow, insertEvent } from '../webhooks/event-store.ts';
import { deliverSoon } from '../webhooks/webhooks.ts';
import { type CompanyPaymentRow, findCompanyPayment, refundedRow } from './payment-store.ts';
import { shownCardOf } from './payment-view.ts';
import {
  attachRefund,
  claimRefund,
  dropRefund,
  findClaimedRefunds,
  findRefund,
  insertRefund,
  listRefunds,
  lockPayment,
  lockRefund,
  REFUND_PAID,
  type RefundRow,
} from './refund-store.ts';

const BATCH = 50;

/**
 * Proposes a refund, which keeps the payment out of settlements from now on. NOT_FOUND; CONFLICT: no money arrived,
 * it is settled, or a refund is in progress; SECOND_PERSON_NEEDED: it is the caller's own store.
 */
export async function askRefund(
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
  return refundNow(context, id);
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
  const source = await refundSource(tx, payment);
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
  const about = { staffId: askedBy, subject: company.userId, paymentId: payment.id };
  await audit(context, tx, { ...about, action: 'refund asked' });
  return id;
}

/**
 * Returns the account that holds the payment's money, locked until the transaction ends. CONFLICT: it can't be
 * refunded from anywhere.
 */
export async function refundSource(tx: Tx, payment: CompanyPaymentRow): Promise<RefundRow['source']> {
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
    const about = { staffId, subject: company.userId, paymentId: refund.paymentId };
    if (decision === 'CANCELLED') {
      await dropRefund(tx, refund, staffId, context.now());
      const event = { companyId: company.id, subject: refund.paymentId, at: context.now() };
      if (refund.source === 'RECEIPTS') await insertEvent(tx, { ...event, kind: 'refund.cancelled' });
      return audit(context, tx, { ...about, action: 'refund cancelled' });
    }
    const bank = reference?.trim() ?? '';
    if (bank === '') throw new AppError('BAD_REQUEST', { errors: ['reference'] });
    if (refund.askedBy === staffId || company.userId === staffId) throw new AppError('SECOND_PERSON_NEEDED');
    if (refund.askedBy === company.userId) await refuseFrozen(context, company);
    await claimRefund(tx, id, { staffId, reference: bank, now: context.now() });
    await audit(context, tx, { ...about, action: 'refund paid' });
  });
  if (decision === 'PAID') await carryOut(context, id);
  else await deliverSoon(context);
  return refundNow(context, id);
}

/** Records refunds in the ledger that were marked as paid. */
export async function sweepRefunds(context: CompanyContext): Promise<void> {
  for (const id of await findClaimedRefunds(context.db, BATCH)) await carryOut(context, id);
}

/** Idempotent by refund. */
async function carryOut(context: CompanyContext, id: string): Promise<void> {
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
          ...(inReceipts ? [refundedRow(refund.companyId, refund.amount), eventRow(event)] : []),
        ],
        reply: 'refunded',
      };
    },
  });
  const company = await findCompany(context.db, refund.companyId);
  if (company) context.bus.publish('wallets', { userId: company.userId, coins: ['TOMAN'] });
  await deliverSoon(context);
}

const audit = (
  context: CompanyContext,
  tx: Tx,
  about: { staffId: string; action: string; subject: string; paymentId: string },
): Promise<void> => {
  const { staffId: actorId, action, subject: subjectId, paymentId } = about;
  return appendAudit(tx, { actorId, action, subjectId, detail: { payment: paymentId } }, context.now());
};

async function refundNow(context: CompanyContext, id: string): Promise<CompanyRefund> {
  const row = await findRefund(context.db, id);
  const [dto] = row ? await shown(context, [row]) : [];
  if (!dto) throw new AppError('NOT_FOUND');
  return dto;
}

async function shown(context: CompanyContext, rows: readonly RefundRow[]): Promise<CompanyRefund[]> {
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
        companyName: company ? (await context.companyFacts(company.userId)).name : '',
        paymentId: row.paymentId,
        source: row.source,
        amount: formatAmount(row.amount, 'TOMAN'),
        cardNumber: payment ? shownCardOf(payment) : '',
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

type RefundQuery = Parameters<typeof readPage>[0] & { state?: RefundRow['state']; company?: string };

export async function pageOfRefunds(
  context: CompanyContext,
  { state, company, ...query }: RefundQuery,
): Promise<{ content: CompanyRefund[]; nextCursor: string | null }> {
  const page = readPage(query);
  if (company !== undefined && !isId(company)) return { content: [], nextCursor: null };
  const only = { state: state ?? null, companyId: company ?? null };
  const { rows, nextCursor } = asPage(await listRefunds(context.db, only, page), page);
  return { content: await shown(context, rows), nextCursor };
}
