import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const storePayments = defineGlobalInvariant(
  'each paid payment of a store is one transfer to its receipts',
  sql`select c.payment_id::text as payment, count(t.id)::text as transfers, coalesce(sum(t.amount), 0)::text as sum
  from company_payments c join payments p on p.id = c.payment_id
  left join transfers t on t.reference = c.payment_id and t.kind = 'deposit'
    and t.credit_account in (select id from accounts where kind = 'receipts')
  group by c.payment_id, c.amount, c.received_at, p.state
  having count(t.id) <> (c.received_at is not null)::int or (p.state = 'PAID') <> (c.received_at is not null)
    or (c.received_at is not null and sum(t.amount) <> c.amount)`,
);
