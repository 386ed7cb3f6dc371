import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import { within, withNamed, withNames } from '../moves.ts';

export const transferAccounts = defineInvariant('every transfer has two accounts of one asset', (scope) => [
  sql`${withNamed(scope)} select t.id::text from transfers t
    ${withNames(scope, 'left join')}
    where ${within(scope)} and (d.id is null or c.id is null or d.asset <> c.asset)`,
]);
