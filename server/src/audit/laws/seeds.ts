import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import { isInScope, selectCommandReplies } from '../moves.ts';

/** Sandbox money is created once for each key that the ledger stores for it, and never in a production ledger. */
export const seeds = defineInvariant(
  'test money was created only in a sandbox, once per idempotency key',
  (scope) => [
    sql`select t.id::text, t.amount::text from transfers t
    where ${isInScope(scope)} and t.kind = 'seed' and exists (select from installation where mode = 'production')`,
    sql`select at, amount, sum(n)::text as keys_less_transfers from (
      select at, substring(digest from '^[0-9]{1,38}$')::numeric as amount, 1 as n from (${selectCommandReplies(scope, 'seed')}) s
      union all
      select t.created_at, t.amount, -1 from transfers t where ${isInScope(scope)} and t.kind = 'seed'
    ) seeds group by at, amount having sum(n) <> 0`,
  ],
);
