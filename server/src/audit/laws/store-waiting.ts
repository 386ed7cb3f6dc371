import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';
import { RECEIPTS_OF_STORE } from '../stores.ts';

export const storeWaiting = defineGlobalInvariant(
  "a store's balance of receipts equals its unsettled payments and the last settlement's remainder",
  sql`select c.id::text as company, coalesce(a.balance, 0)::text as balance,
    (coalesce(o.sum, 0) + coalesce(d.sum, 0) + coalesce(l.rest, 0))::text as waiting
  from companies c ${RECEIPTS_OF_STORE}
  left join lateral (select sum(p.amount) as sum from company_payments p
    left join company_refunds f on f.id = p.refund_id
    where p.company_id = c.id and p.received_at is not null and p.settlement_id is null
      and coalesce(f.state, '') <> 'PAID') o on true
  left join lateral (select sum(receipts) as sum from company_settlements
    where company_id = c.id and state = 'DUE') d on true
  left join lateral (select carried_out as rest from company_settlements
    where company_id = c.id and state <> 'DUE' order by number desc limit 1) l on true
  where coalesce(a.balance, 0) <> coalesce(o.sum, 0) + coalesce(d.sum, 0) + coalesce(l.rest, 0)`,
);
