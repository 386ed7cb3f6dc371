import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, getAuditKey, type Queryable, type Tx, withLongStatementTimeout } from './database.ts';

/** One entry of the hash-chained log. Details contain no secret and no complete identifier. */
export interface AuditEntry {
  /** Who acted; null: the subject without a session, or the system. */
  actorId: string | null;
  /** Verb and noun: `document read`, `verification approved`, `password changed`. */
  action: string;
  /** The user concerned; null: none. */
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

/** State of the last entry. */
interface AuditHead {
  number: bigint;
  hash: Buffer;
}

const contentOf = ({ number, at, actorId, action, subjectId, detail }: AuditRow): string =>
  JSON.stringify([number.toString(), at.toISOString(), actorId, action, subjectId, detail]);

/**
 * The MAC of each entry covers the previous one, so that nobody without the key can change, remove or insert an
 * entry unnoticed.
 */
const macOf = (key: Buffer, before: Buffer, row: AuditRow): Buffer =>
  createHmac('sha256', key).update(before).update(contentOf(row)).digest();

/** Appends within the transaction of the audited change; the head of the chain is locked until that ends. */
export async function appendAudit(tx: Tx, entry: AuditEntry, at: Date): Promise<void> {
  const { rows } = await sql<AuditHead>`select number, hash from audit_head for update`.execute(tx);
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
  const hash = macOf(getAuditKey(tx), head.hash, row);
  await sql`with entry as (
      insert into audit_log (number, at, actor_id, action, subject_id, detail, hash)
      values (${row.number}, ${at}, ${actorId}, ${action}, ${subjectId}, ${row.detail}, ${hash})
    ) update audit_head set number = ${row.number}, hash = ${hash}`.execute(tx);
}

/** For an operator who knows why the log is broken: sets the head to the actual last entry, and returns that entry. */
export async function resetAuditHead(db: Db): Promise<AuditPoint> {
  return db.transaction().execute(async (tx) => {
    await sql`select from audit_head for update`.execute(tx);
    const { rows } =
      await sql<AuditPoint>`select number, hash from audit_log order by number desc limit 1`.execute(tx);
    const point = rows[0] ?? START_POINT;
    await sql`update audit_head set number = ${point.number}, hash = ${point.hash}`.execute(tx);
    return point;
  });
}

/** Returns the SHA-256 over the entries up to a number, as they are. */
export async function computeAuditDigest(db: Queryable, number: bigint): Promise<Buffer> {
  const digest = createHash('sha256');
  for (let after = 0n; ; ) {
    const { rows } = await sql<AuditRow & { hash: Buffer }>`select ${ENTRY_COLUMNS}, hash from audit_log
      where number > ${after} and number <= ${number} order by number limit ${BATCH_SIZE}`.execute(db);
    for (const row of rows) digest.update(row.hash).update(contentOf(row));
    after = rows.at(-1)?.number ?? after;
    if (rows.length < BATCH_SIZE) return digest.digest();
  }
}

const ENTRY_COLUMNS = sql`number, at, actor_id as "actorId", action, subject_id as "subjectId", detail`;

/** Returns entries, newest first; `before` is the number of the last one seen. */
export async function readAudit(
  db: Queryable,
  page: { subjectId?: string; before?: bigint; limit: number },
): Promise<AuditRow[]> {
  const { subjectId = null, before = null, limit } = page;
  const { rows } = await sql<AuditRow>`select ${ENTRY_COLUMNS} from audit_log
    where (${subjectId}::uuid is null or subject_id = ${subjectId}) and (${before}::bigint is null or number < ${before})
    order by number desc limit ${limit}`.execute(db);
  return rows;
}

const BATCH_SIZE = 5_000;

/** An entry up to which the log was verified. */
export interface AuditPoint {
  readonly number: bigint;
  readonly hash: Buffer;
}

const START_POINT: AuditPoint = { number: 0n, hash: Buffer.alloc(32) };

/** How far the log is intact, and the first error after that; null: none. */
export interface AuditVerdict {
  readonly point: AuditPoint;
  readonly problem: string | null;
}

/**
 * Verifies the chain after a point, or all of it, while the server runs; `db` was opened with the key of the log.
 * It reads one snapshot, which contains a concurrently appended entry together with its head or not at all.
 */
export function verifyAudit(db: Db, after: AuditPoint = START_POINT): Promise<AuditVerdict> {
  return withLongStatementTimeout(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => verifyAfter(tx, after)),
  );
}

/** Verifies the whole log; returns null, or the error and its entry. */
export const checkAudit = async (db: Db): Promise<string | null> => (await verifyAudit(db)).problem;

async function verifyAfter(tx: Tx, after: AuditPoint): Promise<AuditVerdict> {
  const key = getAuditKey(tx);
  const head = (await sql<AuditHead>`select number, hash from audit_head`.execute(tx)).rows[0];
  if (!head) return { point: after, problem: 'audit log: its head is gone' };
  let point = after;
  if (after.number > 0n && !(await isStored(tx, after)))
    return { point, problem: `audit log: entry ${after.number} was changed` };
  for (;;) {
    const { rows } = await sql<AuditRow & { hash: Buffer }>`select ${ENTRY_COLUMNS}, hash from audit_log
      where number > ${point.number} order by number limit ${BATCH_SIZE}`.execute(tx);
    for (const row of rows) {
      const entryError = findEntryError(key, point, row);
      if (entryError) return { point, problem: entryError };
      point = { number: row.number, hash: row.hash };
    }
    if (rows.length < BATCH_SIZE) break;
  }
  return { point, problem: findHeadError(head, point) };
}

async function isStored(tx: Tx, { number, hash }: AuditPoint): Promise<boolean> {
  const { rows } = await sql<{ hash: Buffer }>`select hash from audit_log where number = ${number}`.execute(
    tx,
  );
  return rows[0]?.hash.equals(hash) === true;
}

function findEntryError(
  key: Buffer,
  { number, hash }: AuditPoint,
  row: AuditRow & { hash: Buffer },
): string | null {
  if (row.number !== number + 1n) return `audit log: entry ${number + 1n} is missing`;
  return macOf(key, hash, row).equals(row.hash) ? null : `audit log: entry ${row.number} was changed`;
}

function findHeadError(head: AuditHead, { number, hash }: AuditPoint): string | null {
  if (head.number !== number) return `audit log: it ends with entry ${number} and not with its head`;
  return head.hash.equals(hash) ? null : 'audit log: its head was changed';
}
