import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const storeTotals = defineGlobalInvariant(
  "each store's totals are the sums of its payments and refunds",
  sql`select c.id::text as company, t.received::text, r.received::text as payments, t.refunded::text,
    f.refunded::text as refunds
  from companies c left join company_totals t on t.company_id = c.id
  left join lateral (select coalesce(sum(amount), 0) as received from company_payments
    where company_id = c.id and received_at is not null) r on true
  left join lateral (select coalesce(sum(amount), 0) as refunded from company_refunds
    where company_id = c.id and state = 'PAID' and source = 'RECEIPTS') f on true
  where coalesce(t.received, 0) <> r.received or coalesce(t.refunded, 0) <> f.refunded`,
);
