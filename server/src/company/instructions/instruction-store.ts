/** Instructions of programs about money; decisions lock the store's row first, then the instruction's. */
import type { Instruction } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/rows.ts';

export interface InstructionRow {
  id: string;
  companyId: string;
  keyId: string;
  kind: Instruction['kind'];
  /** The payment of a REFUND; else null. */
  paymentId: string | null;
  /** Toman, smallest units. */
  amount: bigint;
  reason: string;
  idempotencyKey: string;
  requestDigest: string;
  state: Instruction['state'];
  failure: string | null;
  refundId: string | null;
  settlementIds: string[];
  createdAt: Date;
  expiresAt: Date | null;
  decidedAt: Date | null;
}

/** An instruction with the details of its key and refund for lists. */
export interface InstructionWithDetails extends InstructionRow {
  keyLabel: string;
  keyTail: string;
  refundState: 'ASKED' | 'PAID' | 'CANCELLED' | null;
  refundReference: string | null;
}

/** Columns of a table named `i`. */
const ROW = sql`i.id, i.company_id as "companyId", i.key_id as "keyId", i.kind, i.payment_id as "paymentId", i.amount,
  i.reason, i.idempotency_key as "idempotencyKey", i.request_digest as "requestDigest", i.state, i.failure,
  i.refund_id as "refundId", i.settlement_ids as "settlementIds", i.created_at as "createdAt",
  i.expires_at as "expiresAt", i.decided_at as "decidedAt"`;
const DETAIL_COLUMNS = sql`${ROW}, k.label as "keyLabel", k.tail as "keyTail", f.state as "refundState",
  f.reference as "refundReference"`;
const FROM = sql`company_instructions i join company_keys k on k.id = i.key_id
  left join company_refunds f on f.id = i.refund_id`;

export type NewInstruction = Omit<InstructionRow, 'failure' | 'decidedAt'>;

/** Returns false if the same request waits already, by a constraint of the table. */
export async function insertInstruction(tx: Tx, i: NewInstruction): Promise<boolean> {
  const { rows } =
    await sql`insert into company_instructions (id, company_id, key_id, kind, payment_id, amount, reason,
      idempotency_key, request_digest, state, refund_id, settlement_ids, created_at, expires_at)
    values (${i.id}, ${i.companyId}, ${i.keyId}, ${i.kind}, ${i.paymentId}, ${i.amount}, ${i.reason}, ${i.idempotencyKey},
      ${i.requestDigest}, ${i.state}, ${i.refundId}, ${i.settlementIds}::uuid[], ${i.createdAt}, ${i.expiresAt})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

export async function findByIdempotency(
  db: Queryable,
  companyId: string,
  key: string,
): Promise<InstructionRow | null> {
  const { rows } = await sql<InstructionRow>`select ${ROW} from company_instructions i
    where i.company_id = ${companyId} and i.idempotency_key = ${key}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Returns the Toman refunded since a time by programs without approval; the caller holds the store's row, or the
 * sum may grow.
 */
export async function sumUnapproved(tx: Tx, companyId: string, since: Date): Promise<bigint> {
  const { rows } = await sql<{
    amount: bigint;
  }>`select coalesce(sum(amount), 0) as amount from company_instructions
    where company_id = ${companyId} and created_at >= ${since} and kind = 'REFUND' and state = 'DONE'
      and expires_at is null`.execute(tx);
  return rows[0]?.amount ?? 0n;
}

export async function lockInstruction(tx: Tx, companyId: string, id: string): Promise<InstructionRow | null> {
  const { rows } = await sql<InstructionRow>`select ${ROW} from company_instructions i
    where i.company_id = ${companyId} and i.id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function findInstruction(
  db: Queryable,
  companyId: string,
  id: string,
): Promise<InstructionWithDetails | null> {
  const { rows } = await sql<InstructionWithDetails>`select ${DETAIL_COLUMNS} from ${FROM}
    where i.company_id = ${companyId} and i.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Lists a store's instructions, newest first; null: of all states. */
export async function listInstructions(
  db: Queryable,
  { companyId, state }: { companyId: string; state: InstructionRow['state'] | null },
  page: Page,
): Promise<InstructionWithDetails[]> {
  const { rows } = await sql<InstructionWithDetails>`select ${DETAIL_COLUMNS} from ${FROM}
    where i.company_id = ${companyId} and (${state}::text is null or i.state = ${state})
      and (${page.before}::uuid is null or i.id < ${page.before}::uuid)
    order by i.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export interface InstructionDecision {
  state: 'DONE' | 'REFUSED' | 'FAILED';
  amount?: bigint;
  failure?: string;
  refundId?: string | null;
  settlementIds?: readonly string[];
  by: string;
  at: Date;
}

/** Stores the decision about a locked, waiting instruction. */
export async function decideInstruction(tx: Tx, id: string, decision: InstructionDecision): Promise<void> {
  const { state, failure = null, refundId = null, settlementIds = [], amount = null, by, at } = decision;
  await sql`update company_instructions set state = ${state}, failure = ${failure}, refund_id = ${refundId},
      settlement_ids = ${[...settlementIds]}::uuid[], amount = coalesce(${amount}, amount), decided_by = ${by},
      decided_at = ${at} where id = ${id} and state = 'WAITING'`.execute(tx);
}

/** Refuses the waiting instructions of a key that are none of these kinds. Returns their ids. */
export async function refuseInstructionsOfKey(
  tx: Tx,
  keyId: string,
  { but, by, at }: { but: readonly string[]; by: string; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update company_instructions
    set state = 'REFUSED', decided_by = ${by}, decided_at = ${at}
    where key_id = ${keyId} and state = 'WAITING' and kind <> all(${[...but]}::text[]) returning id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Expires at most `limit` undecided instructions and returns them with their stores. */
export async function expireInstructions(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ id: string; companyId: string }[]> {
  const { rows } = await sql<{
    id: string;
    companyId: string;
  }>`update company_instructions i set state = 'EXPIRED'
    from (select id as due from company_instructions where state = 'WAITING' and expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked) t
    where i.id = t.due and i.state = 'WAITING' returning i.id, i.company_id as "companyId"`.execute(tx);
  return rows;
}

/** Returns the maximum that a settlement could take now, in Toman: the receipts less requested refunds. */
export async function readMovableReceipts(db: Queryable, companyId: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select
      coalesce((select balance from accounts where owner = ${`company:${companyId}`} and asset = 'TOMAN' and kind = 'receipts'), 0)
        - coalesce((select sum(amount) from company_refunds
            where company_id = ${companyId} and state = 'ASKED' and source = 'RECEIPTS'), 0) as sum`.execute(
    db,
  );
  return rows[0]?.sum ?? 0n;
}
