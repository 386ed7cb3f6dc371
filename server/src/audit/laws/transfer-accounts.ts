import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import { isInScope, joinAccounts } from '../moves.ts';

export const transferAccounts = defineInvariant('every transfer has two accounts of one asset', (scope) => [
  sql`select t.id::text from transfers t
    ${joinAccounts(scope, 'left join')}
    where ${isInScope(scope)} and (d.id is null or c.id is null or d.asset <> c.asset)`,
]);
