import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';
import { RECEIPTS_OF_STORE } from '../stores.ts';

export const storeReceipts = defineGlobalInvariant(
  'all receipts of each store were settled, were refunded or await settlement',
  sql`select c.id::text as company, t.received::text, s.spent::text as settled, t.refunded::text,
    coalesce(a.balance, 0)::text as waiting
  from companies c left join company_totals t on t.company_id = c.id ${RECEIPTS_OF_STORE}
  left join lateral (select coalesce(sum(spent), 0) as spent from company_settlements where company_id = c.id) s on true
  where coalesce(t.received, 0) <> s.spent + coalesce(t.refunded, 0) + coalesce(a.balance, 0)`,
);
