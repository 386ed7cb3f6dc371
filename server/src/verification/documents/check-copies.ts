import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { toOwnedRowKey, type Unsealer } from '../../platform/secrets/secrets.ts';
import { fileDigestOf } from './document-store.ts';

const PAGE = 500;
const NONE = '00000000-0000-0000-0000-000000000000';

interface CopiedDocument {
  id: string;
  userId: string;
  file: string;
  digest: Buffer;
}

/**
 * Compares restored documents older than `madeAt` with their digests in the database, and opens the last of them
 * with the keys in use.
 */
export async function checkDocumentCopies(
  db: Db,
  secrets: Pick<Unsealer, 'decryptBytes'>,
  folder: string,
  madeAt: Date,
): Promise<{ compared: number; opened: string | null; problems: string[] }> {
  const problems: string[] = [];
  let comparedCount = 0;
  let newest: { document: CopiedDocument; bytes: Buffer } | null = null;
  for (let after: string | null = NONE; after !== null; ) {
    const { rows } = await sql<CopiedDocument>`select id, user_id as "userId", file, digest from documents
      where id > ${after} and created_at < ${madeAt} order by id limit ${PAGE}`.execute(db);
    for (const document of rows) {
      const bytes = await readFile(join(folder, document.file)).catch(() => null);
      if (bytes === null) problems.push(`document ${document.id}: missing`);
      else if (!fileDigestOf(bytes).equals(document.digest))
        problems.push(`document ${document.id}: not what it was`);
      else newest = { document, bytes };
    }
    comparedCount += rows.length;
    after = rows.length === PAGE ? (rows.at(-1)?.id ?? null) : null;
  }
  if (newest) {
    const { id, userId } = newest.document;
    try {
      secrets.decryptBytes(newest.bytes, 'documents.file', toOwnedRowKey(id, userId));
    } catch (error) {
      problems.push(`document ${id}: does not open: ${(error as Error).message}`);
    }
  }
  return { compared: comparedCount, opened: newest?.document.id ?? null, problems };
}
