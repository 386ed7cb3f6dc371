import { type RawBuilder, sql } from 'kysely';
import { selectAccountsOfTransfers } from '../platform/database/named-accounts.ts';
import { kindsOfTable } from './causes-of-kinds.ts';
import type { AuditScope, Query, Slice } from './types.ts';

/** Condition on `transfers t`. */
export const isInScope = (scope: AuditScope): RawBuilder<boolean> =>
  scope === 'all' ? sql`true` : sql`t.id between ${scope.from}::bigint and ${scope.to}::bigint`;

/** Condition that a row belongs to a slice; `hash`: an integer that depends on the key that a law groups rows by. */
export const isInSlice = ({ number, of }: Slice, hash: RawBuilder<unknown>): RawBuilder<boolean> =>
  of === 1 ? sql`true` : sql`${hash} & ${sql.lit(of - 1)} = ${sql.lit(number)}`;

/**
 * CTEs that a law's queries about a scope may read: the accounts, users, orders and fills of its transfers. A
 * statement with several laws reads each row once for all of them, and none that no law asks for.
 *
 * - Each account is read once, see `selectAccountsOfTransfers`, and its owner parsed once: matching the pattern for
 *   both sides of each transfer took more than half of the laws about trades.
 * - An order belongs to one of the two account owners; `kinds` are those of its transfers in the scope.
 * - The numbers of fills are stored with the taking order.
 */
export const selectScopeRows = (scope: Exclude<AuditScope, 'all'>): RawBuilder<unknown> => sql`
  scope_accounts as materialized (
    select a.*, ${castToUuid(sql`a.owner`)} as user_id from (${selectAccountsOfTransfers(isInScope(scope))}) a
  ), scope_users as materialized (
    select u.* from (select distinct user_id from scope_accounts where user_id is not null) a
    cross join lateral (select id, inviter_id, invited_by_self from users where id = a.user_id offset 0) u
  ), scope_orders as materialized (
    select o.*, w.kinds from (
      select user_id, reference, array_agg(kind) as kinds from (
        select distinct p.user_id, t.reference, t.kind from transfers t ${joinAccounts(scope)}
        cross join lateral (select unnest(array[d.user_id, c.user_id]) as user_id) p
        where ${isInScope(scope)} and t.kind in (${kindsOfTable('orders')}) and p.user_id is not null
      ) moved group by user_id, reference
    ) w cross join lateral (select * from orders where user_id = w.user_id and id = w.reference offset 0) o
  ), scope_fills as materialized (
    select f.* from scope_orders o cross join lateral (
      select * from fills f where f.coin = o.coin and f.quote = o.quote
        and f.number between o.first_fill and o.last_fill offset 0
    ) f where 'trade' = any(o.kinds) and o.first_fill is not null
  )`;

/** Returns the name of a table, or of the rows of it that concern a scope; see `selectScopeRows`. */
export const chooseTable = (scope: AuditScope, table: 'accounts' | 'users' | 'fills'): RawBuilder<unknown> =>
  sql.raw(scope === 'all' ? table : `scope_${table}`);

/** Joins the accounts `d` and `c` of transfers `t`, with `user_id` for a scope; see `selectScopeRows`. */
export const joinAccounts = (scope: AuditScope, join: 'join' | 'left join' = 'join'): RawBuilder<unknown> => {
  const accounts = chooseTable(scope, 'accounts');
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
  (select ${at} as at, t.reference, t.kind, d.owner as from_owner, d.kind as from_kind, c.owner as to_owner,
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
 * Joins the order of a transfer, as `o`: it belongs to one of the two account owners, except for a referral share.
 * `orders`: those of them that a law is about.
 */
export const joinOrders = (
  scope: AuditScope,
  orders: RawBuilder<unknown> = sql.raw(scope === 'all' ? 'orders' : 'scope_orders'),
): RawBuilder<unknown> =>
  scope === 'all'
    ? sql`join ${orders} o on o.id = t.reference and o.user_id::text in (d.owner, c.owner)`
    : sql`join ${orders} o on o.id = t.reference and o.user_id in (d.user_id, c.user_id)`;

/**
 * Ends a subquery that looks few rows up by their keys, one by one: it keeps the planner from rewriting it. For all
 * rows everything is read together.
 */
export const fenceSubquery = (scope: AuditScope, slice?: Slice): RawBuilder<unknown> =>
  scope === 'all' && (slice === undefined || slice.of === 1) ? sql`` : sql`offset 0`;

/** Returns the orders that a scope's transfers of some kinds belong to. */
export const selectOrders = (scope: AuditScope, kinds: RawBuilder<unknown>): Query =>
  scope === 'all'
    ? sql`select * from orders`
    : sql`select * from scope_orders where kinds && array[${kinds}]`;

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
