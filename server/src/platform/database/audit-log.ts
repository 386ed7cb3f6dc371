import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { auditKeyOf, type Db, type Queryable, type Tx, withLongStatementTimeout } from './database.ts';

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
interface Head {
  number: bigint;
  hash: Buffer;
  /** Number of the first entry with a MAC; null: none has one yet. */
  keyedFrom: bigint | null;
  keyedMac: Buffer | null;
}

const HEAD = sql`select number, hash, keyed_from as "keyedFrom", keyed_mac as "keyedMac" from audit_head`;

/**
 * The MAC of each entry covers the previous one, so that nobody without the key can change, remove or insert an
 * entry unnoticed. `key` null: for entries older than the key.
 */
const hashOf = (key: Buffer | null, before: Buffer, row: AuditRow): Buffer =>
  (key === null ? createHash('sha256') : createHmac('sha256', key))
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

/** MAC over the number of the first entry with a MAC, so that it can't be moved to a later one. */
const macOfBeginning = (key: Buffer, number: bigint): Buffer =>
  createHmac('sha256', key).update(`keyed from ${number}`).digest();

/** Appends within the transaction of the audited change; the head of the chain is locked until that ends. */
export async function appendAudit(tx: Tx, entry: AuditEntry, at: Date): Promise<void> {
  const key = auditKeyOf(tx);
  const { rows } = await sql<Head>`${HEAD} for update`.execute(tx);
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
  const hash = hashOf(key, head.hash, row);
  await sql`with entry as (
      insert into audit_log (number, at, actor_id, action, subject_id, detail, hash)
      values (${row.number}, ${at}, ${actorId}, ${action}, ${subjectId}, ${row.detail}, ${hash})
    ) update audit_head set number = ${row.number}, hash = ${hash}`.execute(tx);
  // For a log with entries, only `keyAuditLog` sets where the MACs begin: an attacker who removed that number must
  // not get it restored.
  if (head.keyedFrom === null && row.number === 1n) await beginKeyed(tx, row.number);
}

const beginKeyed = (tx: Tx, number: bigint) =>
  sql`update audit_head set keyed_from = ${number},
    keyed_mac = ${macOfBeginning(auditKeyOf(tx), number)}`.execute(tx);

/** Called when a server starts: from now on entries have a MAC, if the log is older than the key. */
export async function keyAuditLog(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Head>`${HEAD} for update`.execute(tx);
    const head = rows[0];
    if (head && head.keyedFrom === null) await beginKeyed(tx, head.number + 1n);
  });
}

/**
 * For an operator who knows why the log is broken: sets the head to the actual last entry, and all later entries
 * have a MAC. Returns that entry.
 */
export async function beginAuditAnew(db: Db): Promise<AuditPoint> {
  return db.transaction().execute(async (tx) => {
    await sql`select from audit_head for update`.execute(tx);
    const { rows } =
      await sql<AuditPoint>`select number, hash from audit_log order by number desc limit 1`.execute(tx);
    const point = rows[0] ?? BEGINNING;
    await sql`update audit_head set number = ${point.number}, hash = ${point.hash}`.execute(tx);
    await beginKeyed(tx, point.number + 1n);
    return point;
  });
}

/** Returns the SHA-256 over the entries up to a number, as they are. */
export async function auditDigest(db: Queryable, number: bigint): Promise<Buffer> {
  const digest = createHash('sha256');
  for (let after = 0n; ; ) {
    const { rows } = await sql<AuditRow & { hash: Buffer }>`select ${ROW}, hash from audit_log
      where number > ${after} and number <= ${number} order by number limit ${BATCH}`.execute(db);
    for (const row of rows) digest.update(hashOf(null, row.hash, row));
    after = rows.at(-1)?.number ?? after;
    if (rows.length < BATCH) return digest.digest();
  }
}

const ROW = sql`number, at, actor_id as "actorId", action, subject_id as "subjectId", detail`;

/** Returns entries, newest first; `before` is the number of the last one seen. */
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

/** An entry up to which the log was verified. */
export interface AuditPoint {
  readonly number: bigint;
  readonly hash: Buffer;
}

const BEGINNING: AuditPoint = { number: 0n, hash: Buffer.alloc(32) };

/** How far the log is intact, and the first error after that; null: none. */
export interface AuditVerdict {
  readonly point: AuditPoint;
  readonly fault: string | null;
}

/**
 * Verifies the chain after a point, or all of it, while the server runs; `db` was opened with the key of the log.
 * It reads one snapshot, which contains a concurrently appended entry together with its head or not at all.
 */
export function verifyAudit(db: Db, after: AuditPoint = BEGINNING): Promise<AuditVerdict> {
  return withLongStatementTimeout(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => verify(tx, after)),
  );
}

/** Verifies the whole log; returns null, or the error and its entry. */
export const checkAudit = async (db: Db): Promise<string | null> => (await verifyAudit(db)).fault;

async function verify(tx: Tx, after: AuditPoint): Promise<AuditVerdict> {
  const head = (await HEAD_ROW.execute(tx)).rows[0];
  if (!head) return { point: after, fault: 'audit log: its head is gone' };
  const { keyedFrom } = head;
  if (!isBeginning(auditKeyOf(tx), head))
    return { point: after, fault: 'audit log: where its MACs begin was changed' };
  let point = after;
  if (after.number > 0n && !(await isStored(tx, after)))
    return { point, fault: `audit log: entry ${after.number} was changed` };
  for (;;) {
    const { rows } = await sql<AuditRow & { hash: Buffer }>`select ${ROW}, hash from audit_log
      where number > ${point.number} order by number limit ${BATCH}`.execute(tx);
    for (const row of rows) {
      const fault = faultOf(tx, point, row, keyedFrom);
      if (fault) return { point, fault };
      point = { number: row.number, hash: row.hash };
    }
    if (rows.length < BATCH) break;
  }
  return { point, fault: faultOfEnd(head, point) };
}

const HEAD_ROW = sql<Head>`${HEAD}`;

const isBeginning = (key: Buffer, { number, keyedFrom, keyedMac }: Head): boolean =>
  keyedFrom === null ? number === 0n : keyedMac !== null && macOfBeginning(key, keyedFrom).equals(keyedMac);

async function isStored(tx: Tx, { number, hash }: AuditPoint): Promise<boolean> {
  const { rows } = await sql<{ hash: Buffer }>`select hash from audit_log where number = ${number}`.execute(
    tx,
  );
  return rows[0]?.hash.equals(hash) === true;
}

function faultOf(
  tx: Tx,
  { number, hash }: AuditPoint,
  row: AuditRow & { hash: Buffer },
  keyedFrom: bigint | null,
): string | null {
  if (row.number !== number + 1n) return `audit log: entry ${number + 1n} is missing`;
  const key = keyedFrom !== null && row.number >= keyedFrom ? auditKeyOf(tx) : null;
  return hashOf(key, hash, row).equals(row.hash) ? null : `audit log: entry ${row.number} was changed`;
}

function faultOfEnd(head: Head, { number, hash }: AuditPoint): string | null {
  if (head.number !== number) return `audit log: it ends with entry ${number} and not with its head`;
  return head.hash.equals(hash) ? null : 'audit log: its head was changed';
}
