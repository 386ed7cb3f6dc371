import { amountOf, formatAmount, Refusal } from '@sarraf/domain';
import type { BodyOf, CompanyRefund, decideRefund as contract } from '@sarraf/domain/contracts';
import { houseAccount, outsideAccount, receiptsAccount } from '../ledger/index.ts';
import { appendAudit } from '../platform/audit-log.ts';
import type { Tx } from '../platform/database.ts';
import { isId, newId } from '../platform/ids.ts';
import { asPage, readPage } from '../platform/rows.ts';
import type { Kit } from './deps.ts';
import { eventRow } from './event-store.ts';
import { findPayment, refundedRow } from './payment-store.ts';
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
import { findCompany } from './store.ts';
import { deliverSoon } from './webhooks.ts';

const BATCH = 50;

/**
 * Proposes to give a payment back, which keeps it out of settlements from now on.
 * NOT_FOUND; CONFLICT: no money came, it is settled, or a refund is under way; SECOND_PERSON_NEEDED: the own store's.
 */
export async function askRefund(
  kit: Kit,
  staffId: string,
  paymentId: string,
  reason: string,
): Promise<CompanyRefund> {
  const payment = isId(paymentId) ? await findPayment(kit.db, paymentId) : null;
  const company = payment && (await findCompany(kit.db, payment.companyId));
  if (!payment || !company) throw new Refusal('NOT_FOUND');
  if (company.userId === staffId) throw new Refusal('SECOND_PERSON_NEEDED');
  const id = newId();
  await kit.db.transaction().execute(async (tx) => {
    const state = await lockPayment(tx, paymentId);
    if (!payment.settledAt || !state || state.refundId !== null || state.settlementId !== null)
      throw new Refusal('CONFLICT');
    const source = state.receivedAt === null ? 'SUSPENSE' : 'RECEIPTS';
    await insertRefund(tx, {
      id,
      companyId: company.id,
      paymentId,
      source,
      amount: payment.amount,
      reason,
      askedBy: staffId,
      createdAt: kit.now(),
    });
    await attachRefund(tx, paymentId, id);
    await audit(kit, tx, { staffId, action: 'refund asked', subject: company.userId, paymentId });
  });
  return refundNow(kit, id);
}

/**
 * PAID: the bank paid the card; that is durable first, and the ledger follows, at once or by the job. CANCELLED: the
 * payment is the shop's again.
 * NOT_FOUND; CONFLICT: it is decided; BAD_REQUEST (reference); SECOND_PERSON_NEEDED: the caller asked for it, or owns the
 * store.
 */
export async function decideRefund(
  kit: Kit,
  staffId: string,
  id: string,
  { decision, reference }: BodyOf<typeof contract>,
): Promise<CompanyRefund> {
  await kit.db.transaction().execute(async (tx) => {
    const refund = isId(id) ? await lockRefund(tx, id) : null;
    const company = refund && (await findCompany(tx, refund.companyId));
    if (!refund || !company) throw new Refusal('NOT_FOUND');
    if (refund.state !== 'ASKED' || refund.decidedBy !== null) throw new Refusal('CONFLICT');
    const about = { staffId, subject: company.userId, paymentId: refund.paymentId };
    if (decision === 'CANCELLED') {
      await dropRefund(tx, refund, staffId, kit.now());
      return audit(kit, tx, { ...about, action: 'refund cancelled' });
    }
    const bank = reference?.trim() ?? '';
    if (bank === '') throw new Refusal('BAD_REQUEST', { errors: ['reference'] });
    if (refund.askedBy === staffId || company.userId === staffId) throw new Refusal('SECOND_PERSON_NEEDED');
    await claimRefund(tx, id, { staffId, reference: bank, now: kit.now() });
    await audit(kit, tx, { ...about, action: 'refund paid' });
  });
  if (decision === 'PAID') await carryOut(kit, id);
  return refundNow(kit, id);
}

/** What was said to be paid and isn't booked. */
export async function sweepRefunds(kit: Kit): Promise<void> {
  for (const id of await findClaimedRefunds(kit.db, BATCH)) await carryOut(kit, id);
}

/** Once for each refund, however often it is asked. */
async function carryOut(kit: Kit, id: string): Promise<void> {
  const refund = await findRefund(kit.db, id);
  const payment = refund && (await findPayment(kit.db, refund.paymentId));
  if (!refund || !payment || refund.decidedBy === null || refund.state !== 'ASKED') return;
  const inReceipts = refund.source === 'RECEIPTS';
  const debit = inReceipts ? receiptsAccount(refund.companyId, 'TOMAN') : houseAccount('TOMAN', 'suspense');
  const credit = outsideAccount(payment.gateway, 'TOMAN');
  const amount = amountOf(refund.amount);
  const at = kit.now();
  const event = { companyId: refund.companyId, kind: 'payment.refunded', subject: payment.id, at } as const;
  await kit.ledger.submit({
    accounts: [debit, credit],
    idempotency: { owner: 'company refund', key: id, digest: 'pay' },
    decide(balanceOf) {
      if (balanceOf(debit) < amount) throw new Refusal('NOT_ENOUGH_BALANCE_TOMAN');
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
  const company = await findCompany(kit.db, refund.companyId);
  if (company) kit.bus.publish('wallets', { userId: company.userId, coins: ['TOMAN'] });
  await deliverSoon(kit);
}

const audit = (
  kit: Kit,
  tx: Tx,
  about: { staffId: string; action: string; subject: string; paymentId: string },
): Promise<void> => {
  const { staffId: actorId, action, subject: subjectId, paymentId } = about;
  return appendAudit(tx, { actorId, action, subjectId, detail: { payment: paymentId } }, kit.now());
};

async function refundNow(kit: Kit, id: string): Promise<CompanyRefund> {
  const row = await findRefund(kit.db, id);
  const [dto] = row ? await shown(kit, [row]) : [];
  if (!dto) throw new Refusal('NOT_FOUND');
  return dto;
}

async function shown(kit: Kit, rows: readonly RefundRow[]): Promise<CompanyRefund[]> {
  const staff = await kit.people.findAll([
    ...new Set(
      rows.flatMap(({ askedBy, decidedBy }) => (decidedBy === null ? [askedBy] : [askedBy, decidedBy])),
    ),
  ]);
  const emailOf = (id: string) => staff.get(id)?.email ?? id;
  return Promise.all(
    rows.map(async (row) => {
      const [payment, company] = await Promise.all([
        findPayment(kit.db, row.paymentId),
        findCompany(kit.db, row.companyId),
      ]);
      return {
        id: row.id,
        companyId: row.companyId,
        companyName: company ? (await kit.shopFacts(company.userId)).name : '',
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
  kit: Kit,
  { state, company, ...query }: RefundQuery,
): Promise<{ content: CompanyRefund[]; nextCursor: string | null }> {
  const page = readPage(query);
  if (company !== undefined && !isId(company)) return { content: [], nextCursor: null };
  const only = { state: state ?? null, companyId: company ?? null };
  const { rows, nextCursor } = asPage(await listRefunds(kit.db, only, page), page);
  return { content: await shown(kit, rows), nextCursor };
}
