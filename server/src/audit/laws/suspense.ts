import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';

/** Refund of a payment, in progress or done: at most one. */
const REFUND = sql`select payment_id, count(*) as count, min(state) as state, min(amount) as amount, min(way) as way
  from payment_refunds where state not in ('CANCELLED', 'RETURNED') group by payment_id`;

/** Waiting (no refund), proposed and released amounts are in suspense; paid-out and credited ones aren't. */
const violationQueries = [
  sql`select p.id::text as payment, p.state, r.state as refund, r.count::text from (${REFUND}) r
    left join payments p on p.id = r.payment_id
    where r.count <> 1 or p.user_id is null or p.settled_at is null or r.amount <> p.amount
      or p.state <> case r.state when 'CREDITED' then 'PAID' else 'FAILED' end`,
  sql`select r.id::text as refund, r.state from payment_refunds r left join payments p on p.id = r.payment_id
    where p.user_id is distinct from r.user_id or r.proposed_by = r.decided_by and r.state <> 'CANCELLED'`,
  sql`select a.balance::text, l.sum::text as lying from (
      select coalesce(sum(amount), 0) as sum from (
        select p.amount from payments p left join (${REFUND}) r on r.payment_id = p.id
        where p.user_id is not null and p.state = 'FAILED' and p.settled_at is not null and r.state is distinct from 'PAID'
        union all
        select p.amount from payments p
        where p.company_id is not null and p.state = 'FAILED' and p.settled_at is not null
          and not exists (select from company_refunds c where c.payment_id = p.id and c.state = 'PAID')
        union all
        select amount from bank_deposits where state in ('UNMATCHED', 'PROPOSED')
      ) lying) l
    cross join (select coalesce(sum(balance), 0) as balance from accounts
      where owner = 'house' and asset = 'TOMAN' and kind = 'suspense') a
    where a.balance <> l.sum`,
];

export const suspense = defineInvariant(
  'suspense holds each payment that was not credited until it is paid out or credited once',
  (scope) => (scope === 'all' ? violationQueries : []),
);
