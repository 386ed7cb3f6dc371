import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import { fenceSubquery, selectOrders } from '../moves.ts';

/**
 * Current and earlier rates of all levels in millionths, by quote; staff's changes are stored permanently, in
 * percent.
 */
const RATES = sql`
  select 'TOMAN' as quote, wage_ppm as ppm from account_levels union select 'TETHER', wage_tether_ppm from account_levels
  union
  select case field when 'wage' then 'TOMAN' else 'TETHER' end, (old * 10000)::bigint from (
    select field, substring(before ->> field from '^[0-9]{1,3}(?:[.][0-9]{1,4})?$')::numeric as old
    from row_changes, (values ('wage'), ('wageTether')) fields (field) where kind = 'level' and state = 'DONE'
  ) changed where old is not null`;

export const feeRates = defineInvariant(
  'each order has the fee rate of an account level',
  (scope) => [
    sql`with rates as materialized (${RATES})
    select o.id::text as order, o.quote, o.wage_ppm from (
      select * from (${selectOrders(scope, sql`'trade', 'hold'`)}) o
      where o.wage_ppm is not null and not exists (select from rates r where r.quote = o.quote and r.ppm = o.wage_ppm)
      ${fenceSubquery(scope)}
    ) o where exists (select from users where id = o.user_id ${fenceSubquery(scope)})`,
  ],
  { fenced: true },
);
