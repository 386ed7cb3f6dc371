import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, patiently, type Queryable, type Tx } from './database.ts';

/** One entry of the hash-chained log. Details hold no secret and no identifier in full. */
export interface AuditEntry {
  /** Who did it; null: the person themselves without a session, or the system. */
  actorId: string | null;
  /** Verb and noun: `document read`, `verification approved`, `password changed`. */
  action: string;
  /** Whom it is about; null: nobody. */
  subjectId: string | null;
  detail?: Record<string, string | number | boolean | null>;
}

export interface AuditRow {
  number: bigint;
  at: Date;
  actorId: string | null;
  action: string;
  subjectId: string | null;
  detail: string;
}

/** Each entry's hash covers the one before, so that none can be changed, taken out or put in between unseen. */
const hashOf = (before: Buffer, row: AuditRow): Buffer =>
  createHash('sha256')
    .update(before)
    .update(
      JSON.stringify([
        row.number.toString(),
        row.at.toISOString(),
        row.actorId,
        row.action,
        row.subjectId,
        row.detail,
      ]),
    )
    .digest();

/** Appends within the transaction of what it tells of; the chain's head is locked until that ends. */
export async function appendAudit(tx: Tx, entry: AuditEntry, at: Date): Promise<void> {
  const { rows } = await sql<{ number: bigint; hash: Buffer }>`
    select number, hash from audit_head for update`.execute(tx);
  const head = rows[0];
  if (!head) throw new Error('the audit log has no head');
  const { actorId, action, subjectId } = entry;
  const row = {
    number: head.number + 1n,
    at,
    actorId,
    action,
    subjectId,
    detail: JSON.stringify(entry.detail ?? {}),
  };
  const hash = hashOf(head.hash, row);
  await sql`with entry as (
      insert into audit_log (number, at, actor_id, action, subject_id, detail, hash)
      values (${row.number}, ${at}, ${actorId}, ${action}, ${subjectId}, ${row.detail}, ${hash})
    ) update audit_head set number = ${row.number}, hash = ${hash}`.execute(tx);
}

const ROW = sql`number, at, actor_id as "actorId", action, subject_id as "subjectId", detail`;

/** Newest first; `before` is the number of the last one seen. */
export async function readAudit(
  db: Queryable,
  page: { subjectId?: string; before?: bigint; limit: number },
): Promise<AuditRow[]> {
  const { subjectId = null, before = null, limit } = page;
  const { rows } = await sql<AuditRow>`select ${ROW} from audit_log
    where (${subjectId}::uuid is null or subject_id = ${subjectId}) and (${before}::bigint is null or number < ${before})
    order by number desc limit ${limit}`.execute(db);
  return rows;
}

const BATCH = 5_000;

/** Recomputes the whole chain, beside a working server; null: it holds, otherwise what is wrong with which entry. */
export function checkAudit(db: Db): Promise<string | null> {
  // One snapshot: an entry that is appended meanwhile comes with its head or not at all.
  return patiently(() =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(checkChain),
  );
}

async function checkChain(tx: Tx): Promise<string | null> {
  let number = 0n;
  let hash: Buffer = Buffer.alloc(32);
  for (;;) {
    const { rows } = await sql<AuditRow & { hash: Buffer }>`select ${ROW}, hash from audit_log
      where number > ${number} order by number limit ${BATCH}`.execute(tx);
    for (const row of rows) {
      if (row.number !== number + 1n) return `audit log: entry ${number + 1n} is missing`;
      hash = hashOf(hash, row);
      if (!hash.equals(row.hash)) return `audit log: entry ${row.number} was changed`;
      number = row.number;
    }
    if (rows.length < BATCH) break;
  }
  const { rows } = await sql<{ number: bigint; hash: Buffer }>`select number, hash from audit_head`.execute(
    tx,
  );
  const head = rows[0];
  if (!head || head.number !== number) return `audit log: it ends with entry ${number} and not with its head`;
  return head.hash.equals(hash) ? null : 'audit log: its head was changed';
}
