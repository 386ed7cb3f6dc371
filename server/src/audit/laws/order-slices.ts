import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

/** Iceberg orders: a slice's turn is unique, and after the order's and before the market's last change. */
export const orderSlices = defineGlobalInvariant(
  'the order book shows at most the display amount of an order, and each slice has a position of its own',
  sql`select o.id::text as order, o.display_amount::text, o.shown_amount::text, o.slice_at::text, o.slice_turn::text
  from orders o left join market_heads h using (coin, quote)
  where o.display_amount is not null and o.order_status = 'IS_OPEN'
    and (o.order_type not like 'LIMITED%' or o.trigger_state is not null
      or o.shown_amount <= 0 or o.shown_amount > least(o.display_amount, o.amount - o.executed_amount)
      or o.slice_at <= o.sequence or o.slice_at > coalesce(h.sequence, 0)
      or exists (select from orders other where other.coin = o.coin and other.quote = o.quote
        and other.order_status = 'IS_OPEN' and other.slice_at = o.slice_at and other.slice_turn = o.slice_turn
        and other.id <> o.id))`,
);
