import { type RawBuilder, sql } from 'kysely';
import type { Query } from './law.ts';
import type { Scope } from './types.ts';

/** Of `transfers t`. */
export const within = (scope: Scope): RawBuilder<boolean> =>
  scope === 'all' ? sql`true` : sql`t.id between ${scope.from}::bigint and ${scope.to}::bigint`;

/** `at`, to join by what was written in one transaction: it is the same for all that a batch wrote. */
const COLUMNS = sql.raw('at, reference, kind, from_owner, from_kind, to_owner, to_kind, asset, amount');

/** The transfers of a scope, as `m`, that also fulfil a condition; `join` brings in what they are for. */
export const moves = (scope: Scope, join: RawBuilder<unknown>, where: RawBuilder<unknown>): Query => sql`
  select t.created_at as at, t.reference, t.kind, d.owner as from_owner, d.kind as from_kind, c.owner as to_owner,
    c.kind as to_kind, d.asset, t.amount
  from transfers t join accounts d on d.id = t.debit_account join accounts c on c.id = t.credit_account ${join}
  where ${within(scope)} and ${where}`;

/**
 * What of two lists of moves isn't in the other as often. `expected` and `actual` have the columns that `moves` has, in
 * its order.
 */
export const difference = (expected: RawBuilder<unknown>, actual: RawBuilder<unknown>): Query => sql`
  select case when sum(n) > 0 then 'missing' else 'unexpected' end as fault, ${COLUMNS}
  from (
    select *, 1 as n from (${expected}) e
    union all
    select *, -1 from (${actual}) a
  ) both_lists (${COLUMNS}, n)
  group by ${COLUMNS} having sum(n) <> 0`;

/** Of a text that may be anything. */
export const uuidOf = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end`;

/** The moments of the batches of a scope. */
const moments = (scope: Exclude<Scope, 'all'>) =>
  sql`select t.created_at from transfers t where ${within(scope)}`;

/**
 * The replies that the ledger keeps for good of one kind of its own commands, each of which happens once: `key`,
 * `digest`, `reply` and `at`. Of a scope those that were written with its transfers.
 */
export const steps = (scope: Scope, owner: string): Query => {
  const written =
    scope === 'all'
      ? sql`true`
      : sql`created_at between (select min(created_at) from (${moments(scope)}) x)
            and (select max(created_at) from (${moments(scope)}) x)
          and created_at in (${moments(scope)})`;
  return sql`select key, digest, reply, created_at as at from idempotency where owner = ${owner} and ${written}`;
};
