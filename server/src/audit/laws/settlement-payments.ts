import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const settlementPayments = defineGlobalInvariant(
  'the receipts of each settlement are the sum of its payments',
  sql`select s.id::text as settlement, s.receipts::text, coalesce(sum(c.amount), 0)::text as payments
  from company_settlements s left join company_payments c on c.settlement_id = s.id
  group by s.id having count(c.payment_id) <> s.payments or coalesce(sum(c.amount), 0) <> s.receipts`,
);
