import { join } from 'node:path';
import { sql } from 'kysely';
import { withLongStatementTimeout } from '../../platform/database/database.ts';
import type { ResealRun } from '../../platform/secrets/reseal-rows.ts';
import { toOwnedRowKey } from '../../platform/secrets/secrets.ts';
import { openDocumentFiles } from './document-files.ts';
import { type DocumentRow, fileDigestOf } from './document-store.ts';

const PAGE = 50;
const SEAL_CONTEXT = 'documents.file';

/**
 * Re-encrypts each document into a new file, then updates its row: if killed in between, the clean-up deletes the
 * superfluous file.
 */
export const resealDocuments = (resealing: ResealRun, dataDir: string): Promise<void> =>
  withLongStatementTimeout(async () => {
    let page: Sealed[];
    let after = '00000000-0000-0000-0000-000000000000';
    do {
      const { rows } = await sql<Sealed>`select id, user_id as "userId", file, digest from documents
        where id > ${after} order by id limit ${PAGE}`.execute(resealing.db);
      page = rows;
      for (const document of page) await resealDocument(resealing, dataDir, document);
      after = page.at(-1)?.id ?? after;
    } while (page.length === PAGE);
  });

type Sealed = Pick<DocumentRow, 'id' | 'userId' | 'file' | 'digest'>;

async function resealDocument(
  { db, opener, secrets, isDone, count, reportUnopened }: ResealRun,
  dataDir: string,
  { id, userId, file, digest }: Sealed,
): Promise<void> {
  const files = openDocumentFiles(join(dataDir, 'documents'));
  const row = toOwnedRowKey(id, userId);
  const bytes = await files.read(file).catch(() => null);
  if (bytes !== null && isDone(bytes)) return;
  const plain = bytes && fileDigestOf(bytes).equals(digest) ? openOrNull(opener, bytes, row) : null;
  if (plain === null) return reportUnopened(SEAL_CONTEXT, row);
  const sealed = secrets.encryptBytes(plain, SEAL_CONTEXT, row);
  const name = await files.write(sealed);
  const { numAffectedRows } = await sql`update documents set file = ${name}, digest = ${fileDigestOf(sealed)}
    where id = ${id} and file = ${file}`.execute(db);
  await files.remove(numAffectedRows === 1n ? file : name);
  count();
}

function openOrNull(opener: ResealRun['opener'], bytes: Buffer, row: string): Buffer | null {
  try {
    return opener.decryptBytes(bytes, SEAL_CONTEXT, row);
  } catch {
    return null;
  }
}
