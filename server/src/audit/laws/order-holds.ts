import { sql } from 'kysely';
import { defineGlobalInvariant, defineInvariant } from '../law.ts';
import { joinOrders, NO_TIME, selectTransfers } from '../moves.ts';

const KINDS = sql`'hold', 'release'`;

/** Makers pay from the amount blocked for their order. */
const GIVEN = sql`select maker_id as user_id, maker_order as id,
    sum(case when taker_side = 'buy' then amount else notional + maker_fee end) as amount
  from fills group by maker_id, maker_order`;

export const orderHolds = defineGlobalInvariant(
  'the amount blocked for each order was traded, was released or is still blocked',
  sql`with moved as (
      select user_id, id, sum(amount) as amount from (
        select o.user_id, o.id, case t.kind when 'hold' then t.amount else -t.amount end as amount
        from transfers t join orders o on o.id = t.reference where t.kind in ('hold', 'release')
      ) m group by user_id, id
    )
    select o.id::text as order, o.reserved::text, m.amount::text as blocked, g.amount::text as traded
    from orders o left join moved m on m.user_id = o.user_id and m.id = o.id
    left join (${GIVEN}) g on g.user_id = o.user_id and g.id = o.id
    where o.reserved <> coalesce(m.amount, 0) - coalesce(g.amount, 0)`,
);

export const orderHoldMoves = defineInvariant(
  'amounts blocked for an order come from its owner and are released to its owner',
  (scope) => [
    sql`select reference::text as order, kind, from_owner, from_kind, to_owner, to_kind, asset, amount::text
    from (${selectTransfers(
      scope,
      joinOrders(scope),
      sql`t.kind in (${KINDS}) and (o.user_id::text, o.user_id::text, d.kind, c.kind, d.asset)
        is distinct from (d.owner, c.owner, case t.kind when 'hold' then 'spendable' else 'blocked' end,
          case t.kind when 'hold' then 'blocked' else 'spendable' end,
          case when o.order_type like '%BUY' then o.quote else o.coin end)`,
      NO_TIME,
    )}) m`,
  ],
  { fenced: true },
);
