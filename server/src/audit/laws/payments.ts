import { sql } from 'kysely';
import { canBelongTo } from '../causes-of-kinds.ts';
import { defineInvariant } from '../law.ts';
import {
  castToUuid,
  diffTransfers,
  houseSide,
  outsideSide,
  personSide,
  selectCommandReplies,
  selectExpectedTransfer,
  selectTransfers,
} from '../moves.ts';
import type { AuditScope } from '../types.ts';

const joinPayments = (scope: AuditScope) =>
  sql`join payments p on p.id = t.reference and ${canBelongTo(scope, 'payments')}`;
const selectPaid = (
  scope: AuditScope,
) => sql`select s.at, p.* from (${selectCommandReplies(scope, 'payment')}) s
  join payments p on p.id = ${castToUuid(sql`s.key`)}`;
const selectRefunded = (
  scope: AuditScope,
) => sql`select s.at, r.*, p.gateway from (${selectCommandReplies(scope, 'company refund')}) s
  join company_refunds r on r.id = ${castToUuid(sql`s.key`)} join payments p on p.id = r.payment_id`;

/** `step`: `end` is the outcome of staff's decision, as in the reply; `back`: the bank returned it after that. */
const selectDecided = (
  scope: AuditScope,
) => sql`select s.at, split_part(s.key, ' ', 2) as step, s.reply as ended, r.* from (${selectCommandReplies(scope, 'payment refund')}) s
  join payment_refunds r on r.id = ${castToUuid(sql`split_part(s.key, ' ', 1)`)}`;

const gatewaySide = outsideSide(sql`gateway`);
const BANK = outsideSide(sql`'bank'`);
const SUSPENSE = houseSide('suspense');
/**
 * A payment with a mismatched card or an exceeded limit was booked to suspense, also if two staff members credited
 * it later.
 */
const isSuspended = sql`(state <> 'PAID' or exists (select from payment_refunds r where r.payment_id = p.id and r.state = 'CREDITED'))`;
const receiverSide = sql`
  case when ${isSuspended} then 'house' when user_id is null then 'company:' || company_id else user_id::text end,
  case when ${isSuspended} then 'suspense' when user_id is null then 'receipts' else 'spendable' end`;
const refundBase = { at: sql`at`, reference: sql`payment_id`, asset: sql`'TOMAN'`, amount: sql`amount` };
const expectedRefunds = (scope: AuditScope) => sql`
  select ${selectExpectedTransfer({ ...refundBase, kind: 'correction', from: SUSPENSE, to: BANK })} from (${selectDecided(scope)}) d
  where step = 'end' and ended = 'PAID'
  union all
  select ${selectExpectedTransfer({ ...refundBase, kind: 'correction', from: BANK, to: SUSPENSE })} from (${selectDecided(scope)}) d where step = 'back'
  union all
  select ${selectExpectedTransfer({ ...refundBase, kind: 'deposit', from: SUSPENSE, to: personSide(sql`user_id`, 'spendable') })}
  from (${selectDecided(scope)}) d where step = 'end' and ended = 'CREDITED'`;

export const payments = defineInvariant(
  'each gateway payment was credited once to its recipient, and refunded at most once',
  (scope) => [
    diffTransfers(
      sql`select ${selectExpectedTransfer({ at: sql`at`, reference: sql`id`, kind: 'deposit', from: gatewaySide, to: receiverSide, asset: sql`'TOMAN'`, amount: sql`amount` })}
      from (${selectPaid(scope)}) p where settled_at is not null
      union all
      select ${selectExpectedTransfer({
        at: sql`at`,
        reference: sql`payment_id`,
        kind: 'correction',
        from: sql`case source when 'RECEIPTS' then 'company:' || company_id else 'house' end,
          case source when 'RECEIPTS' then 'receipts' else 'suspense' end`,
        to: gatewaySide,
        asset: sql`'TOMAN'`,
        amount: sql`amount`,
      })} from (${selectRefunded(scope)}) r where state = 'PAID'
      union all ${expectedRefunds(scope)}`,
      selectTransfers(scope, joinPayments(scope), sql`t.kind in ('deposit', 'correction')`),
    ),
    // The gateway's fee is recorded nowhere else: it must be less than the payment, and booked with it.
    sql`select reference::text, amount::text from (${selectTransfers(scope, joinPayments(scope), sql`t.kind = 'cost' and t.amount >= p.amount`)}) m`,
    sql`select p.id::text as payment, p.amount::text, m.count::text as costs from (
      select reference, at, count(*) as count from (${selectTransfers(
        scope,
        joinPayments(scope),
        sql`t.kind = 'cost'
        and (d.owner, d.kind, c.owner) = ('house', 'expense', 'outside:' || p.gateway)`,
      )}) m group by reference, at
    ) m join payments p on p.id = m.reference
    where m.count > 1 or not exists (select from (${selectPaid(scope)}) s where s.id = p.id and s.at = m.at)`,
    sql`select reference::text, from_owner, to_owner from (${selectTransfers(
      scope,
      joinPayments(scope),
      sql`t.kind = 'cost'
      and (d.owner, d.kind, c.owner) <> ('house', 'expense', 'outside:' || p.gateway)`,
    )}) m`,
    ...(scope === 'all' ? unsettledQueries : []),
  ],
);

/** Steps in the row that the ledger lacks, and the reverse. */
const unsettledQueries = [
  sql`select p.id::text as payment, p.state, s.key from payments p
    full join (${selectCommandReplies('all', 'payment')}) s on s.key = p.id::text
    where (p.settled_at is null) <> (s.key is null)`,
  sql`select r.id::text as refund, r.state, s.key from company_refunds r
    full join (${selectCommandReplies('all', 'company refund')}) s on s.key = r.id::text
    where coalesce(r.state = 'PAID', false) <> (s.key is not null)`,
  sql`select r.id::text as refund, r.state, s.id as key, s.ends from payment_refunds r
    full join (select split_part(key, ' ', 1) as id, string_agg(split_part(key, ' ', 2) || ' ' || reply, ', ' order by key desc) as ends
      from (${selectCommandReplies('all', 'payment refund')}) s group by 1) s on s.id = r.id::text
    where r.id is null or case r.state when 'PAID' then s.ends is distinct from 'end PAID'
      when 'CREDITED' then s.ends is distinct from 'end CREDITED'
      when 'RETURNED' then s.ends is null or s.ends not in ('end RETURNED', 'end PAID, back RETURNED')
      else s.ends is not null end`,
];
