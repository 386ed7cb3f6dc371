import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const orderSequences = defineGlobalInvariant(
  'each order of a market has a sequence number of its own',
  sql`select o.coin, o.quote, h.sequence::text as head, o.last::text, o.count::text, o.places::text from (
    select coin, quote, max(sequence) as last, count(*) as count, count(distinct sequence) as places
    from orders where sequence is not null group by coin, quote
  ) o left join market_heads h using (coin, quote)
  where o.count <> o.places or o.last > coalesce(h.sequence, 0)`,
);
