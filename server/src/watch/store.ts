import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Violation } from '../audit/index.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { deriveKey } from '../platform/secrets/secrets.ts';

export interface StoredViolation {
  id: string;
  digest: Buffer;
  law: string;
  detail: Record<string, unknown>;
  foundAt: Date;
  lastFoundAt: Date;
  acknowledgedBy: string | null;
  acknowledgedAt: Date | null;
  reason: string | null;
  acknowledgedMac: Buffer | null;
}

const VIOLATION_COLUMNS = sql`id, digest, law, detail, found_at as "foundAt", last_found_at as "lastFoundAt",
  acknowledged_by as "acknowledgedBy", acknowledged_at as "acknowledgedAt", reason,
  acknowledged_mac as "acknowledgedMac"`;

/** More are part of the same incident. */
export const MAX_STORED = 1_000;

export const serializeRow = (row: Violation['row']): string =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? value.toString() : (value as unknown)));

/** Records a violation, or that it still exists; null: the maximum is reached. */
export async function saveViolation(
  tx: Tx,
  { law, row }: Violation,
  now: Date,
): Promise<StoredViolation | null> {
  const detail = serializeRow(row);
  const digest = createHash('sha256').update(`${law}\0${detail}`).digest();
  const { rows } =
    await sql<StoredViolation>`insert into violations (id, digest, law, detail, found_at, last_found_at)
    select ${newId()}::uuid, ${digest}::bytea, ${law}, ${detail}::jsonb, ${now}::timestamptz, ${now}::timestamptz
    where (select count(*) from violations) < ${MAX_STORED} or exists (select from violations where digest = ${digest})
    on conflict (digest) do update set last_found_at = excluded.last_found_at
    returning ${VIOLATION_COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

/** Returns violations, newest first. */
export async function listViolations(db: Queryable, limit: number): Promise<StoredViolation[]> {
  const { rows } =
    await sql<StoredViolation>`select ${VIOLATION_COLUMNS} from violations order by found_at desc, id desc
    limit ${limit}`.execute(db);
  return rows;
}

export async function lockViolation(tx: Tx, id: string): Promise<StoredViolation | null> {
  const { rows } =
    await sql<StoredViolation>`select ${VIOLATION_COLUMNS} from violations where id = ${id} for update`.execute(
      tx,
    );
  return rows[0] ?? null;
}

export interface Acknowledgement {
  by: string;
  at: Date;
  reason: string;
}

export async function saveAcknowledgement(
  tx: Tx,
  booksKey: Buffer,
  { id, digest }: StoredViolation,
  { by, at, reason }: Acknowledgement,
): Promise<void> {
  await sql`update violations set acknowledged_by = ${by}, acknowledged_at = ${at}, reason = ${reason},
    acknowledged_mac = ${computeAcknowledgementMac(booksKey, digest, { by, at, reason })} where id = ${id}`.execute(
    tx,
  );
}

/** Verifies an acknowledgement; false also for one that was forged in the database. */
export function isAcknowledged(booksKey: Buffer, violation: StoredViolation): boolean {
  const { digest, acknowledgedBy: by, acknowledgedAt: at, reason, acknowledgedMac } = violation;
  if (by === null || at === null || reason === null || acknowledgedMac === null) return false;
  const mac = computeAcknowledgementMac(booksKey, digest, { by, at, reason });
  return acknowledgedMac.length === mac.length && timingSafeEqual(acknowledgedMac, mac);
}

const computeAcknowledgementMac = (
  booksKey: Buffer,
  digest: Buffer,
  { by, at, reason }: Acknowledgement,
): Buffer =>
  createHmac('sha256', deriveKey(booksKey, 'acknowledgements'))
    .update(digest)
    .update(JSON.stringify([by, at.toISOString(), reason]))
    .digest();
