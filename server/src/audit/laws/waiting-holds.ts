import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';
import { ASSET_UNITS } from './order-figures.ts';

const ORDER_VALUE = sql`div((o.amount - o.executed_amount)
  * case when o.order_type like 'LIMITED%' then o.unit_price else o.trigger_limit end, u.unit)`;

/** Orders that cancel each other share a blocked amount: the larger of their needs. */
export const waitingHolds = defineGlobalInvariant(
  'a trigger order blocks what it may need, and linked orders block the largest need among them',
  sql`with members as (
      select coalesce(o.group_id, o.id) as bundle, o.trigger_state, o.reserved, o.executed_amount,
        case when o.order_type like '%SELL' then o.amount - o.executed_amount
          when o.trigger_total is not null then o.trigger_total
          else ${ORDER_VALUE} + div(${ORDER_VALUE} * o.wage_ppm + 999999, 1000000) end as needs
      from orders o join ${ASSET_UNITS} on u.asset = o.coin
      where o.order_status = 'IS_OPEN' and (o.group_id is not null or o.trigger_state in ('WAITING', 'DUE'))
    ), awake as (
      select bundle, sum(reserved) as reserved, max(needs) as needs from members group by bundle
      having bool_or(trigger_state in ('WAITING', 'DUE'))
    ), asleep as (
      -- While a bracket's entry is open, its coins are blocked as they are bought.
      select bundle, sum(reserved) filter (where trigger_state = 'DORMANT') as reserved,
        max(executed_amount) filter (where trigger_state is null) as needs from members group by bundle
      having bool_or(trigger_state = 'DORMANT')
    )
    select bundle::text as orders, reserved::text, needs::text from (select * from awake union all select * from asleep) b
    where reserved is distinct from needs`,
);
