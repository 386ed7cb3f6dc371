import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const fillNumbers = defineGlobalInvariant(
  "each market's fills are numbered without gaps up to its last fill",
  sql`select h.coin, h.quote, h.fill::text as head, f.count::text, f.first::text, f.last::text
  from market_heads h left join (
    select coin, quote, count(*) as count, min(number) as first, max(number) as last from fills group by coin, quote
  ) f using (coin, quote)
  where h.fill <> coalesce(f.count, 0) or h.fill <> coalesce(f.last, 0) or f.first <> 1`,
);
