import { join } from 'node:path';
import { sql } from 'kysely';
import { withLongStatementTimeout } from '../platform/database/database.ts';
import type { ResealRun } from '../platform/secrets/reseal-rows.ts';
import { toOwnedRowKey } from '../platform/secrets/secrets.ts';
import { openSealedFiles, type SealedFiles } from './sealed-files.ts';

const COLUMNS = ['xlsx_file', 'csv_file'] as const;

/**
 * Re-encrypts the files of statements, at most a week's. One that is missing, or can't be decrypted, is no loss: it
 * is made again on request.
 */
export const resealStatements = (resealing: ResealRun, dataDir: string): Promise<void> =>
  withLongStatementTimeout(async () => {
    const { db, secrets, opener, isDone, count, reportUnopened } = resealing;
    const files = openSealedFiles(join(dataDir, 'statements'), secrets, opener);
    for (const column of COLUMNS) {
      const name = sql.ref(column);
      const { rows } = await sql<{ id: string; userId: string; file: string }>`
        select id, user_id as "userId", ${name} as file from statements where ${name} is not null`.execute(
        db,
      );
      for (const { id, userId, file } of rows) {
        if (!(await files.exists(file)) || isDone(await files.readHead(file))) continue;
        const copy = await copyResealed(files, file, toOwnedRowKey(id, userId));
        if (copy === null) {
          reportUnopened('statements.file', toOwnedRowKey(id, userId));
          continue;
        }
        const { numAffectedRows } = await sql`update statements set ${name} = ${copy}
          where id = ${id} and ${name} = ${file}`.execute(db);
        await files.remove(numAffectedRows === 1n ? file : copy);
        count();
      }
    }
  });

/** Re-encrypts a file; null: it can't be decrypted. */
async function copyResealed(files: SealedFiles, name: string, row: string): Promise<string | null> {
  const copy = await files.create(row);
  try {
    for await (const chunk of files.read(name, row)) await copy.write(chunk);
    return await copy.finish();
  } catch {
    await copy.discard();
    return null;
  }
}
