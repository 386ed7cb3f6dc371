import { sql } from 'kysely';
import { lawOfAll } from '../law.ts';

export const settlementPayments = lawOfAll(
  'each settlement has the receipts that it says came in',
  sql`select s.id::text as settlement, s.receipts::text, coalesce(sum(c.amount), 0)::text as payments
  from company_settlements s left join company_payments c on c.settlement_id = s.id
  group by s.id having count(c.payment_id) <> s.payments or coalesce(sum(c.amount), 0) <> s.receipts`,
);
