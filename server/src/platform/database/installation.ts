import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** The database's own name: two installations on one server, or their copies elsewhere, don't meet. */
export async function installationOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select system_identifier::text || '/' || current_database() as name from pg_control_system()`.execute(db);
  return createHash('sha256')
    .update(rows[0]?.name ?? '')
    .digest('hex')
    .slice(0, 16);
}
