import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const crossedBooks = defineGlobalInvariant(
  "no market's order book is crossed",
  sql`select coin, quote, bid::text, ask::text from (
    select coin, quote, max(unit_price) filter (where order_type like '%BUY') as bid,
      min(unit_price) filter (where order_type like '%SELL') as ask
    from orders where order_status = 'IS_OPEN' and coalesce(trigger_state, 'FIRED') = 'FIRED' group by coin, quote
  ) b where bid >= ask`,
);
