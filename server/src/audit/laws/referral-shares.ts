import { REFERRAL_SHARE } from '@sarraf/domain';
import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import { chooseTable, isInScope, joinAccounts, selectOrders } from '../moves.ts';
import type { AuditScope } from '../types.ts';

const computeShare = (fee: string) => sql`div(${sql.ref(fee)} * ${REFERRAL_SHARE}::numeric, 1000000)`;

/** A fee earns no reward if one party invited the other, or one person invited both. */
const ARE_RELATED = sql`(t.inviter_id = f.maker_id or m.inviter_id = f.taker_id or t.inviter_id = m.inviter_id)`;

/** Returns each fee that earns an inviter a reward: its order, its payer and the fee. */
const selectFees = (scope: AuditScope) => sql`
  select id as reference, user_id as payer, quote as asset, fee
  from (${selectOrders(scope, sql`'fee'`)}) o where sequence is null
  union all
  select f.maker_order, f.maker_id, f.quote, f.maker_fee from unrelated f
  union all
  -- The taker is charged one fee for all fills of the order.
  select f.taker_order, f.taker_id, f.quote, sum(f.taker_fee) from unrelated f
  group by f.taker_order, f.taker_id, f.quote`;

/**
 * A user's inviter never changes. It may be discovered later that both are one person: earlier rewards remain
 * paid.
 */
export const referralShares = defineInvariant(
  'each referral reward was paid once, to the inviter of the user who paid the fee',
  (scope) => [
    sql`with unrelated as materialized (
      select f.* from ${chooseTable(scope, 'fills')} f
      left join ${chooseTable(scope, 'users')} m on m.id = f.maker_id
      left join ${chooseTable(scope, 'users')} t on t.id = f.taker_id where ${ARE_RELATED} is not true
    ), expected as (
      select f.reference, u.inviter_id::text as inviter, f.asset, ${computeShare('f.fee')} as amount, 1 as n, u.invited_by_self
      from (${selectFees(scope)}) f join ${chooseTable(scope, 'users')} u on u.id = f.payer
      where u.inviter_id is not null and ${computeShare('f.fee')} > 0
    ), actual as (
      select t.reference, c.owner as inviter,
        case when d.owner = 'house' and d.kind = 'fee' and c.kind = 'spendable' then c.asset end as asset, t.amount,
        -1 as n, null::boolean
      from transfers t ${joinAccounts(scope)}
      where ${isInScope(scope)} and t.kind = 'referral'
    )
    select case when sum(n) > 0 then 'missing' else 'unexpected' end as fault, reference::text, inviter, asset,
      amount::text
    from (select * from expected union all select * from actual) shares
    group by reference, inviter, asset, amount
    having sum(n) < 0 or (sum(n) > 0 and not bool_or(invited_by_self))`,
  ],
  { fenced: true },
);
