import { ALL_ASSETS, USER_LEVELS } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { StartError } from '../../platform/start-error.ts';

/**
 * Checks that the limits of this version exist: the migration of a new level or coin may have forgotten a row.
 * @throws StartError where a level or a coin has no row.
 */
export async function assertLimitsExist(db: Queryable): Promise<void> {
  const [levels, coins] = [[...USER_LEVELS], [...ALL_ASSETS]];
  const { rows } = await sql<{ place: string; name: string }>`
    select 'withdrawal_level_limits' as place, name from unnest(${levels}::text[]) as name
      where not exists (select from withdrawal_level_limits where level = name)
    union all select 'withdrawal_coin_limits', name from unnest(${coins}::text[]) as name
      where not exists (select from withdrawal_coin_limits where asset = name)
    union all select 'withdrawal_locks', name from unnest(${coins}::text[]) as name
      where not exists (select from withdrawal_locks where asset = name)`.execute(db);
  const missing = rows.map(({ place, name }) => `${place} has no row for ${name}`).join(', ');
  if (missing)
    throw new StartError(
      `${missing}: its withdrawals could not be checked. Add a migration that inserts it.`,
    );
}
