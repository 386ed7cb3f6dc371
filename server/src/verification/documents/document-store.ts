import { createHash } from 'node:crypto';
import type { DocumentKind } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';

export interface DocumentRow {
  id: string;
  userId: string;
  kind: DocumentKind;
  file: string;
  digest: Buffer;
  inForce: boolean;
}

const DOCUMENT = sql`id, user_id as "userId", kind, file, digest, in_force as "inForce"`;

export const fileDigestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

export async function insertDocument(
  tx: Tx,
  document: Pick<DocumentRow, 'id' | 'userId' | 'kind' | 'file' | 'digest'>,
  now: Date,
): Promise<void> {
  const { id, userId, kind, file, digest } = document;
  await sql`insert into documents (id, user_id, kind, file, digest, in_force, created_at)
    values (${id}, ${userId}, ${kind}, ${file}, ${digest}, false, ${now})`.execute(tx);
}

/** Activates a document, replacing the active one of its kind. */
export async function activateDocument(tx: Tx, document: DocumentRow, now: Date): Promise<void> {
  if (document.inForce) return;
  await sql`update documents set in_force = false, replaced_at = ${now}
    where user_id = ${document.userId} and kind = ${document.kind} and in_force`.execute(tx);
  await sql`update documents set in_force = true where id = ${document.id}`.execute(tx);
}

/** Deactivates documents without replacement: they are deleted after a day. */
export async function deactivateDocuments(
  tx: Tx,
  userId: string,
  kinds: readonly DocumentKind[],
  now: Date,
): Promise<void> {
  await sql`update documents set in_force = false, replaced_at = ${now}
    where user_id = ${userId} and kind = any(${[...kinds]}::text[]) and in_force`.execute(tx);
}

/** Returns all stored documents of a user, whose number is limited. */
export async function listDocuments(db: Queryable, userId: string): Promise<DocumentRow[]> {
  const { rows } =
    await sql<DocumentRow>`select ${DOCUMENT} from documents where user_id = ${userId}`.execute(db);
  return rows;
}

export async function findDocument(
  db: Queryable,
  userId: string,
  criterion: { id: string } | { kind: DocumentKind },
): Promise<DocumentRow | null> {
  const { rows } = await sql<DocumentRow>`select ${DOCUMENT} from documents where user_id = ${userId}
    and ${'id' in criterion ? sql`id = ${criterion.id}` : sql`kind = ${criterion.kind} and in_force`}`.execute(
    db,
  );
  return rows[0] ?? null;
}

const BATCH = 1_000;

/**
 * Deletes rows of inactive documents older than `before`; returns files that are no longer referenced. One
 * activated concurrently stays: the outer condition is evaluated again once its row is unlocked.
 */
export async function deleteInactiveDocuments(db: Queryable, before: Date): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`delete from documents where id in (
      select id from documents where not in_force and coalesce(replaced_at, created_at) < ${before} limit ${BATCH})
      and not in_force returning file`.execute(db);
  return rows.map(({ file }) => file);
}

/** Returns those of the files that have a row. */
export async function findReferencedDocumentFiles(
  db: Queryable,
  files: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ file: string }>`select file from documents
    where file = any(${[...files]}::text[])`.execute(db);
  return new Set(rows.map(({ file }) => file));
}
