import type { IssuedKind } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';

export interface IssuedRow {
  id: string;
  userId: string;
  kind: IssuedKind;
  subject: string;
  content: Buffer;
  issuedAt: Date;
}

const ROW = sql`id, user_id as "userId", kind, subject, content_encrypted as content, issued_at as "issuedAt"`;

/** Stores it, or records that it has this content again. */
export async function upsertIssued(
  db: Queryable,
  { id, userId, kind, subject, content, issuedAt }: IssuedRow,
  digest: Buffer,
): Promise<void> {
  await sql`insert into issued_documents as d
      (id, user_id, kind, subject, code_digest, content_encrypted, issued_at, renewed_at)
    values (${id}, ${userId}, ${kind}, ${subject}, ${digest}, ${content}, ${issuedAt}, ${issuedAt})
    on conflict (code_digest) do update set renewed_at = greatest(d.renewed_at, ${issuedAt})`.execute(db);
}

export async function findIssued(db: Queryable, digest: Buffer): Promise<IssuedRow | null> {
  const { rows } = await sql<IssuedRow>`select ${ROW} from issued_documents
    where code_digest = ${digest}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the subjects of receipts with this number: all versions of a receipt have the same one. */
export async function findIssuedByNumber(
  db: Queryable,
  idEnd: string,
): Promise<Pick<IssuedRow, 'kind' | 'userId' | 'subject'>[]> {
  const { rows } = await sql<Pick<IssuedRow, 'kind' | 'userId' | 'subject'>>`
    select distinct kind, user_id as "userId", subject from issued_documents
    where right(replace(subject, '-', ''), 15) = ${idEnd} and kind <> 'STATEMENT' limit 5`.execute(db);
  return rows;
}

/** Returns when its newest version was issued, if that is another one. */
export async function findNewerVersionAt(
  db: Queryable,
  { id, userId, kind, subject }: IssuedRow,
): Promise<Date | null> {
  const { rows } = await sql<{ id: string; at: Date }>`select id, issued_at as at from issued_documents
    where user_id = ${userId} and kind = ${kind} and subject = ${subject}
    order by renewed_at desc, id desc limit 1`.execute(db);
  const [newest] = rows;
  return newest && newest.id !== id ? newest.at : null;
}
