import { sql } from 'kysely';

/**
 * What open orders hold is blocked; and where a trader has neither withdrawals nor freezes of an asset, nothing else is.
 * A coin's withdrawal leaves the blocked account at moments of its own, which the laws of coins know (test/coin-laws.ts).
 */
const blocked = sql`with held as (
    select user_id::text as owner, case when order_type like '%BUY' then quote else coin end as asset,
      sum(reserved) as amount
    from orders where order_status = 'IS_OPEN' group by 1, 2
  ), traded as (
    select user_id::text as owner, coin as asset from orders where sequence is not null
    union
    select user_id::text, quote from orders where sequence is not null
  ), other as (
    select user_id::text as owner, asset from withdrawals
    union
    select user_id::text, asset from freezes
  ), balances as (select owner, asset, balance from accounts where kind = 'blocked')
  select owner, asset, coalesce(b.balance, 0)::text as blocked, coalesce(h.amount, 0)::text as orders
  from balances b full join held h using (owner, asset)
  where coalesce(b.balance, 0) < coalesce(h.amount, 0)
    or (coalesce(b.balance, 0) <> coalesce(h.amount, 0) and (owner, asset) in (select owner, asset from traded)
      and (owner, asset) not in (select owner, asset from other))
  limit 1`;

const fillNumbers = sql`select h.coin, h.quote, h.fill::text as head, f.count::text, f.first::text, f.last::text
  from market_heads h left join (
    select coin, quote, count(*) as count, min(number) as first, max(number) as last from fills group by coin, quote
  ) f using (coin, quote)
  where h.fill <> coalesce(f.count, 0) or h.fill <> coalesce(f.last, 0) or f.first <> 1 limit 1`;

/** Both sides of a fill, summed by order, against the orders' own figures. */
const fillSums = sql`with parts as (
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
    <> (coalesce(s.amount, 0), coalesce(s.notional, 0), coalesce(s.fee, 0)) limit 1`;

const lines = sql`select o.coin, o.quote, h.sequence::text as head, o.last::text, o.count::text, o.places::text from (
    select coin, quote, max(sequence) as last, count(*) as count, count(distinct sequence) as places
    from orders where sequence is not null group by coin, quote
  ) o left join market_heads h using (coin, quote)
  where o.count <> o.places or o.last > coalesce(h.sequence, 0) limit 1`;

const crossed = sql`select coin, quote, bid::text, ask::text from (
    select coin, quote, max(unit_price) filter (where order_type like '%BUY') as bid,
      min(unit_price) filter (where order_type like '%SELL') as ask
    from orders where order_status = 'IS_OPEN' group by coin, quote
  ) b where bid >= ask limit 1`;

const leftovers = sql`select id::text as order, order_status, amount::text, executed_amount::text, reserved::text
  from orders
  where sequence is not null and (executed_amount > amount
    or (order_status = 'IS_OPEN') <> (closed_at is null)
    or (order_status = 'IS_OPEN' and executed_amount = amount)
    or (order_status = 'IS_OPEN' and order_type = 'LIMITED_SELL' and reserved <> amount - executed_amount)) limit 1`;

export const ORDER_LAWS = [
  {
    name: 'everything blocked is blocked for an order, or for a withdrawal or freeze that is there',
    rows: blocked,
  },
  { name: "each market's fills are numbered without gaps up to its head", rows: fillNumbers },
  { name: 'each order traded and paid what its fills say', rows: fillSums },
  { name: 'each order has a place of its own in its line', rows: lines },
  { name: "no market's book is crossed", rows: crossed },
  { name: 'an order is open while something of it is left', rows: leftovers },
] as const;
