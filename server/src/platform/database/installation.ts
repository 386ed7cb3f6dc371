import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Returns the database's own name, so that two installations on one server, or their copies elsewhere, stay apart. */
export async function readInstallationName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select system_identifier::text || '/' || current_database() as name from pg_control_system()`.execute(db);
  return createHash('sha256')
    .update(rows[0]?.name ?? '')
    .digest('hex')
    .slice(0, 16);
}
