import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const settlementOrders = defineGlobalInvariant(
  'each settlement has one order of the amounts that it spent and bought',
  sql`select s.id::text as settlement, s.spent::text, o.total::text as order
  from company_settlements s left join orders o on o.id = s.order_id
  where s.amount is not null and (o.total is distinct from s.spent or o.executed_amount is distinct from s.amount
    or o.fee is distinct from s.fee)`,
);
