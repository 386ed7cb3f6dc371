import { sql } from 'kysely';
import { StartError } from '../start-error.ts';
import type { Queryable } from './database.ts';

export type Mode = 'sandbox' | 'production';

const MODE_ERRORS: Record<Mode, string> = {
  production:
    'MODE: this database was a sandbox, with coins and Toman in its ledger that were never paid in. Production needs an empty one.',
  sandbox:
    'MODE: this database is of production; the sandbox would put money into its ledger that was never paid in. Give the sandbox its own.',
};

/**
 * Fixes the mode of a database at its first start.
 * @throws StartError if it has the other mode; nothing is written then.
 */
export async function checkMode(db: Queryable, mode: Mode): Promise<void> {
  await sql`insert into installation (mode) values (${mode}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ mode: Mode }>`select mode from installation`.execute(db);
  if (rows[0]?.mode !== mode) throw new StartError(MODE_ERRORS[mode]);
}
