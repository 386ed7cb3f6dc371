import { sql } from 'kysely';
import { updateWith } from '../../ledger/index.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/rows.ts';

export interface RefundRow {
  id: string;
  companyId: string;
  paymentId: string;
  source: 'RECEIPTS' | 'SUSPENSE';
  /** Toman, smallest units. */
  amount: bigint;
  reason: string;
  /** ASKED with a decision: the ledger is about to record it. */
  state: 'ASKED' | 'PAID' | 'CANCELLED';
  askedBy: string;
  decidedBy: string | null;
  reference: string | null;
  createdAt: Date;
}

const ROW = sql`id, company_id as "companyId", payment_id as "paymentId", source, amount, reason, state,
  asked_by as "askedBy", decided_by as "decidedBy", reference, created_at as "createdAt"`;

const firstRow = async <R>(rows: Promise<{ rows: R[] }>): Promise<R | null> => (await rows).rows[0] ?? null;

export async function insertRefund(
  tx: Tx,
  r: Omit<RefundRow, 'state' | 'decidedBy' | 'reference'>,
): Promise<void> {
  await tx
    .insertInto('company_refunds')
    .values({
      id: r.id,
      company_id: r.companyId,
      payment_id: r.paymentId,
      source: r.source,
      amount: r.amount,
      reason: r.reason,
      state: 'ASKED',
      asked_by: r.askedBy,
      created_at: r.createdAt,
    })
    .execute();
}

export const findRefund = (db: Queryable, id: string): Promise<RefundRow | null> =>
  firstRow(sql<RefundRow>`select ${ROW} from company_refunds where id = ${id}`.execute(db));

export const lockRefund = (tx: Tx, id: string): Promise<RefundRow | null> =>
  firstRow(sql<RefundRow>`select ${ROW} from company_refunds where id = ${id} for update`.execute(tx));

interface PaymentAssignment {
  receivedAt: Date | null;
  settlementId: string | null;
  refundId: string | null;
}

/** Locks the payment until the transaction ends, so that no settlement can take it. */
export const lockPayment = (tx: Tx, paymentId: string): Promise<PaymentAssignment | null> =>
  firstRow(
    sql<PaymentAssignment>`select received_at as "receivedAt", settlement_id as "settlementId", refund_id as "refundId"
      from company_payments where payment_id = ${paymentId} for update`.execute(tx),
  );

export async function attachRefund(tx: Tx, paymentId: string, refundId: string | null): Promise<void> {
  await sql`update company_payments set refund_id = ${refundId} where payment_id = ${paymentId}`.execute(tx);
}

export async function markRefundPaidByBank(
  tx: Tx,
  id: string,
  { staffId, reference, now }: { staffId: string; reference: string; now: Date },
): Promise<void> {
  await sql`update company_refunds set decided_by = ${staffId}, reference = ${reference}, decided_at = ${now}
    where id = ${id}`.execute(tx);
}

export async function cancelRefund(tx: Tx, refund: RefundRow, staffId: string, now: Date): Promise<void> {
  await sql`update company_refunds set state = 'CANCELLED', decided_by = ${staffId}, decided_at = ${now}
    where id = ${refund.id}`.execute(tx);
  await attachRefund(tx, refund.paymentId, null);
}

export async function findUnrecordedRefunds(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from company_refunds
    where state = 'ASKED' and decided_by is not null order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Newest first; null: of all states, of all companies. */
export async function listRefunds(
  db: Queryable,
  { state, companyId }: { state: RefundRow['state'] | null; companyId: string | null },
  page: Page,
): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`select ${ROW} from company_refunds
    where (${state}::text is null or state = ${state})
      and (${companyId}::uuid is null or company_id = ${companyId}::uuid) and (${page.before}::uuid is null or id < ${page.before}::uuid)
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

const MAX_COUNTED = 1_000;

/** Counts refunds that wait for a staff decision, at most 1,000. */
export async function countRefunds(db: Queryable): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from (select from company_refunds
    where state = 'ASKED' and decided_by is null limit ${MAX_COUNTED}) waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Written by the ledger with the transfer. */
export const REFUND_PAID = updateWith(
  'company_refund_paid',
  { id: 'uuid' },
  (rows) => `update company_refunds r set state = 'PAID' from ${rows} where r.id = v.id`,
);
