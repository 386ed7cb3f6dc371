import { type RawBuilder, sql } from 'kysely';
import { selectAccountsOfTransfers } from '../platform/database/named-accounts.ts';
import type { AuditScope, Query } from './types.ts';

/** Condition on `transfers t`. */
export const isInScope = (scope: AuditScope): RawBuilder<boolean> =>
  scope === 'all' ? sql`true` : sql`t.id between ${scope.from}::bigint and ${scope.to}::bigint`;

/**
 * The accounts of a scope's transfers, as a CTE for queries with `joinAccounts`; none when all are joined. Each
 * account is read once, see `selectAccountsOfTransfers`, and its owner parsed once: matching the pattern for both sides of each
 * transfer took more than half of the laws about trades.
 */
export const selectAccountOwners = (scope: Exclude<AuditScope, 'all'>): RawBuilder<unknown> =>
  sql`named as materialized (select a.*, ${castToUuid(sql`a.owner`)} as user_id from (${selectAccountsOfTransfers(isInScope(scope))}) a)`;

/** Returns `with` and `selectAccountOwners`, for a query that has no other CTE. */
export const withAccountOwners = (scope: AuditScope): RawBuilder<unknown> =>
  scope === 'all' ? sql`` : sql`with ${selectAccountOwners(scope)}`;

/** Joins the accounts `d` and `c` of transfers `t`, with `user_id` for a scope; see `selectAccountOwners`. */
export const joinAccounts = (scope: AuditScope, join: 'join' | 'left join' = 'join'): RawBuilder<unknown> => {
  const accounts = sql.raw(scope === 'all' ? 'accounts' : 'named');
  const joinType = sql.raw(join);
  return sql`${joinType} ${accounts} d on d.id = t.debit_account ${joinType} ${accounts} c on c.id = t.credit_account`;
};

/** `at` joins rows of one transaction: it is the same for all rows of a batch. */
const TRANSFER_COLUMNS = sql.raw(
  'at, reference, kind, from_owner, from_kind, to_owner, to_kind, asset, amount',
);

/**
 * Selects the transfers `t` of a scope with their accounts `d` and `c` that also fulfil a condition; `join` adds
 * the rows they belong to. `at` is left out if those rows don't have it.
 */
export const selectTransfers = (
  scope: AuditScope,
  join: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  at: RawBuilder<unknown> = sql`t.created_at`,
): Query => sql`
  (${withAccountOwners(scope)} select ${at} as at, t.reference, t.kind, d.owner as from_owner, d.kind as from_kind, c.owner as to_owner,
    c.kind as to_kind, d.asset, t.amount
  from transfers t ${joinAccounts(scope)} ${join}
  where ${isInScope(scope)} and ${where})`;

/**
 * Returns the rows of two lists of moves that don't occur equally often in the other. `expected` and `actual` have
 * the columns of `moves`, in its order.
 */
export const diffTransfers = (expected: RawBuilder<unknown>, actual: RawBuilder<unknown>): Query => sql`
  select case when sum(n) > 0 then 'missing' else 'unexpected' end as fault, ${TRANSFER_COLUMNS}
  from (
    select *, 1 as n from (${expected}) e
    union all
    select *, -1 from (${actual}) a
  ) both_lists (${TRANSFER_COLUMNS}, n)
  group by ${TRANSFER_COLUMNS} having sum(n) <> 0`;

/**
 * Casts arbitrary text to a UUID if possible: hyphens at the right positions only, otherwise hexadecimal digits
 * only. One pattern for all of it takes eight times as long.
 */
export const castToUuid = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`case when ${text} like '________-____-____-____-____________' and ${text} not like '%-%-%-%-%-%'
    and ${text} !~ '[^-0-9a-f]' then (${text})::uuid end`;

/**
 * Returns the ledger's permanent replies to one kind of its own commands, each of which runs once: `key`, `digest`,
 * `reply` and `at`. For a scope, those written with its transfers.
 */
export const selectCommandReplies = (scope: AuditScope, owner: string): Query =>
  scope === 'all'
    ? sql`select key, digest, reply, created_at as at from idempotency where owner = ${owner}`
    : sql`select key, digest, reply, at from (${selectRepliesOfScope(scope)}) r where owner = ${owner}`;

/** Returns all replies written with the transfers of a scope. */
export const selectRepliesOfScope = (scope: Exclude<AuditScope, 'all'>): Query => sql`
  with moments as materialized (select distinct t.created_at as at from transfers t where ${isInScope(scope)})
  select i.*, i.created_at as at from idempotency i
  where i.created_at between (select min(at) from moments) and (select max(at) from moments)
    and i.created_at in (select at from moments)`;

export const NO_TIME = sql`null::timestamptz`;

/**
 * Joins the order that a transfer of some kinds belongs to, as `o`: it belongs to one of the two account owners,
 * except for a referral share. For a scope each order is looked up once, not for each of its transfers.
 */
export const joinOrders = (
  scope: AuditScope,
  kinds: RawBuilder<unknown>,
  found: RawBuilder<unknown> = sql`(${selectOrders(scope, kinds)})`,
): RawBuilder<unknown> =>
  scope === 'all'
    ? sql`join orders o on o.id = t.reference and o.user_id::text in (d.owner, c.owner)`
    : sql`join ${found} o on o.id = t.reference and o.user_id in (d.user_id, c.user_id)`;

/**
 * Ends a subquery that looks few rows up by their keys, one by one: it keeps the planner from rewriting it. For
 * `all` everything is read together.
 */
export const fenceSubquery = (scope: AuditScope): RawBuilder<unknown> =>
  scope === 'all' ? sql`` : sql`offset 0`;

/**
 * Returns the orders that a scope's transfers of some kinds belong to; `whose`: restricts them by the accounts `d`
 * and `c`.
 */
export const selectOrders = (
  scope: AuditScope,
  kinds: RawBuilder<unknown>,
  accountFilter: RawBuilder<unknown> = sql`true`,
): Query =>
  scope === 'all'
    ? sql`select * from orders`
    : sql`with ${selectAccountOwners(scope)}, wanted as materialized (
          select distinct p.user_id, t.reference from transfers t ${joinAccounts(scope)}
          cross join lateral (select unnest(array[d.user_id, c.user_id]) as user_id) p
          where ${isInScope(scope)} and t.kind in (${kinds}) and p.user_id is not null and ${accountFilter}
        )
        select o.* from wanted w cross join lateral (
          select * from orders where user_id = w.user_id and id = w.reference offset 0
        ) o`;

const HOUSE = sql`'house'::text`;
/** One side of a transfer, in its two columns. */
export const houseSide = (kind: string): RawBuilder<unknown> => sql`${HOUSE}, ${kind}::text`;
export const personSide = (
  id: RawBuilder<unknown>,
  kind: RawBuilder<unknown> | string,
): RawBuilder<unknown> => sql`${id}::text, ${typeof kind === 'string' ? sql`${kind}::text` : kind}`;
export const outsideSide = (channel: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`'outside:' || ${channel}, 'outside'::text`;
export const storeSide = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`'company:' || ${id}, 'receipts'::text`;

interface ExpectedTransfer {
  at?: RawBuilder<unknown>;
  reference: RawBuilder<unknown>;
  kind: string;
  from: RawBuilder<unknown>;
  to: RawBuilder<unknown>;
  asset: RawBuilder<unknown>;
  amount: RawBuilder<unknown>;
}

/** Returns the select list of an expected transfer. */
export const selectExpectedTransfer = ({
  at = NO_TIME,
  reference,
  kind,
  from,
  to,
  asset,
  amount,
}: ExpectedTransfer): RawBuilder<unknown> =>
  sql`${at} as at, ${reference} as reference, ${kind}::text as kind, ${from}, ${to}, ${asset}::text as asset,
    ${amount}::numeric as amount`;
