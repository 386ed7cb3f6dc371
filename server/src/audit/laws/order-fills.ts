import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const orderFills = defineGlobalInvariant(
  'the traded and paid amounts of each order are the sums of its fills',
  sql`with parts as (
    select maker_id as user_id, maker_order as id, coin, quote, amount, notional, maker_fee as fee from fills
    union all
    select taker_id, taker_order, coin, quote, amount, notional, taker_fee from fills
  ), sums as (
    select user_id, id, coin, quote, sum(amount) as amount, sum(notional) as notional, sum(fee) as fee
    from parts group by user_id, id, coin, quote
  )
  select coalesce(o.id, s.id)::text as order, o.executed_amount::text, s.amount::text as filled, o.fee::text,
    s.fee::text as fees
  from (select * from orders where sequence is not null) o
  full join sums s on s.user_id = o.user_id and s.id = o.id and s.coin = o.coin and s.quote = o.quote
  where (coalesce(o.executed_amount, -1), coalesce(o.notional, -1), coalesce(o.fee, -1))
    <> (coalesce(s.amount, 0), coalesce(s.notional, 0), coalesce(s.fee, 0))`,
);
