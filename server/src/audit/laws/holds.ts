import { type RawBuilder, sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import { castToUuid, isInScope } from '../moves.ts';
import type { AuditScope } from '../types.ts';

/** Blocked amount of each open order, withdrawal and freeze of the users in `of`. */
const selectHeld = (filter: { orders: RawBuilder<unknown>; others: RawBuilder<unknown> }) => sql`
  select user_id::text as owner, case when order_type like '%BUY' then quote else coin end as asset, reserved as amount
  from orders where order_status = 'IS_OPEN' and ${filter.orders}
  union all
  -- Coins are blocked until their signed bytes are recorded, Toman until the bank's result is booked.
  select w.user_id::text, w.asset, w.amount
  from withdrawals w left join outgoing o on o.withdrawal_id = w.id
  where w.state in ('REVIEW', 'APPROVED', 'BATCHED', 'CANCELLING', 'REFUSING') and o.transaction_id is null
    and w.${filter.others}
  union all
  -- A lifted freeze is blocked until the ledger has released it.
  select f.user_id::text, f.asset, f.amount from freezes f
  where f.${filter.others} and (f.lifted_at is null
    or not exists (select from idempotency i where i.owner = 'freeze' and i.key = f.id::text))`;

/** The blocked accounts touched by the transfers of a scope. */
const selectTouchedAccounts = (
  scope: AuditScope,
) => sql`select a.id, a.owner, a.asset, a.balance from accounts a
  where a.kind = 'blocked' and a.id in (
    select debit_account from transfers t where ${isInScope(scope)}
    union select credit_account from transfers t where ${isInScope(scope)})`;

const SUMS = sql`select owner, asset, sum(amount) as amount from held group by owner, asset`;

export const holds = defineInvariant(
  'each blocked amount belongs to an open order, a withdrawal or a freeze',
  (scope) =>
    scope === 'all'
      ? [
          sql`with held as (${selectHeld({ orders: sql`true`, others: sql`id is not null` })}), sums as (${SUMS}),
            balances as (select owner, asset, balance from accounts where kind = 'blocked')
          select owner, asset, coalesce(b.balance, 0)::text as blocked, coalesce(s.amount, 0)::text as held
          from balances b full join sums s using (owner, asset)
          where coalesce(b.balance, 0) <> coalesce(s.amount, 0)`,
        ]
      : [
          sql`with touched as materialized (${selectTouchedAccounts(scope)}),
            people as materialized (select distinct ${castToUuid(sql`owner`)} as id from touched),
            held as (${selectHeld({ orders: sql`user_id in (select id from people)`, others: sql`user_id in (select id from people)` })}),
            sums as (${SUMS})
          select t.owner, t.asset, t.balance::text as blocked, coalesce(s.amount, 0)::text as held
          from touched t left join sums s using (owner, asset) where t.balance <> coalesce(s.amount, 0)`,
        ],
);
