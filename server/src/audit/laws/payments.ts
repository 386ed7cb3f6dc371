import { sql } from 'kysely';
import { lawOf } from '../law.ts';
import { difference, move, moves, outside, steps, uuidOf } from '../moves.ts';
import type { Scope } from '../types.ts';

const OF_PAYMENTS = sql`join payments p on p.id = t.reference`;
const paid = (scope: Scope) => sql`select s.at, p.* from (${steps(scope, 'payment')}) s
  join payments p on p.id = ${uuidOf(sql`s.key`)}`;
const refunded = (scope: Scope) => sql`select s.at, r.*, p.gateway from (${steps(scope, 'company refund')}) s
  join company_refunds r on r.id = ${uuidOf(sql`s.key`)} join payments p on p.id = r.payment_id`;

const gateway = outside(sql`gateway`);
/** Of one that the card or the limit spoke against the money lies in suspense. */
const receiver = sql`
  case when state <> 'PAID' then 'house' when user_id is null then 'company:' || company_id else user_id::text end,
  case when state <> 'PAID' then 'suspense' when user_id is null then 'receipts' else 'spendable' end`;

export const payments = lawOf(
  'each payment of a gateway was credited once, to whom it was for, and given back once',
  (scope) => [
    difference(
      sql`select ${move({ at: sql`at`, reference: sql`id`, kind: 'deposit', from: gateway, to: receiver, asset: sql`'TOMAN'`, amount: sql`amount` })}
      from (${paid(scope)}) p where settled_at is not null
      union all
      select ${move({
        at: sql`at`,
        reference: sql`payment_id`,
        kind: 'correction',
        from: sql`case source when 'RECEIPTS' then 'company:' || company_id else 'house' end,
          case source when 'RECEIPTS' then 'receipts' else 'suspense' end`,
        to: gateway,
        asset: sql`'TOMAN'`,
        amount: sql`amount`,
      })} from (${refunded(scope)}) r where state = 'PAID'`,
      moves(scope, OF_PAYMENTS, sql`t.kind in ('deposit', 'correction')`),
    ),
    // What a gateway takes is known to nobody else: less than the payment, and booked with it.
    sql`select reference::text, amount::text from (${moves(scope, OF_PAYMENTS, sql`t.kind = 'cost' and t.amount >= p.amount`)}) m`,
    sql`select p.id::text as payment, p.amount::text, m.count::text as costs from (
      select reference, at, count(*) as count from (${moves(
        scope,
        OF_PAYMENTS,
        sql`t.kind = 'cost'
        and (d.owner, d.kind, c.owner) = ('house', 'expense', 'outside:' || p.gateway)`,
      )}) m group by reference, at
    ) m join payments p on p.id = m.reference
    where m.count > 1 or not exists (select from (${paid(scope)}) s where s.id = p.id and s.at = m.at)`,
    sql`select reference::text, from_owner, to_owner from (${moves(
      scope,
      OF_PAYMENTS,
      sql`t.kind = 'cost'
      and (d.owner, d.kind, c.owner) <> ('house', 'expense', 'outside:' || p.gateway)`,
    )}) m`,
    ...(scope === 'all' ? unsettled : []),
  ],
);

/** What the row says happened, and the ledger doesn't know of; and the other way round. */
const unsettled = [
  sql`select p.id::text as payment, p.state, s.key from payments p
    full join (${steps('all', 'payment')}) s on s.key = p.id::text
    where (p.settled_at is null) <> (s.key is null)`,
  sql`select r.id::text as refund, r.state, s.key from company_refunds r
    full join (${steps('all', 'company refund')}) s on s.key = r.id::text
    where coalesce(r.state = 'PAID', false) <> (s.key is not null)`,
];
