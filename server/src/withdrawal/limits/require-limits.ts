import { ALL_ASSETS, USER_LEVELS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { StartError } from '../../platform/start-error.ts';

/** What this version judges withdrawals by, and for which keys each table needs a row. */
const NEEDED = [
  { table: 'withdrawal_level_limits', key: 'level', names: USER_LEVELS },
  { table: 'withdrawal_coin_limits', key: 'asset', names: ALL_ASSETS },
  { table: 'withdrawal_locks', key: 'asset', names: ALL_ASSETS },
] as const;

/**
 * A level or coin that came with this version and whose migration forgot one of its rows.
 * @throws StartError where a level or a coin has no row.
 */
export async function requireLimits(db: Queryable): Promise<void> {
  for (const { table, key, names } of NEEDED) {
    const { rows } = await sql<{ name: string }>`select name from unnest(${[...names]}::text[]) as name
      where not exists (select from ${sql.table(table)} t where ${sql.ref(`t.${key}`)} = name)`.execute(db);
    if (rows.length === 0) continue;
    const missing = rows.map(({ name }) => name).join(', ');
    throw new StartError(
      `the table ${table} has no row for ${missing}, so withdrawals of it could not be judged. Add a migration that inserts it.`,
    );
  }
}
