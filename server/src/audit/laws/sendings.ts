import { sql } from 'kysely';
import { canBelongTo } from '../causes-of-kinds.ts';
import { defineInvariant } from '../law.ts';
import { castToUuid, selectCommandReplies, selectTransfers } from '../moves.ts';
import type { AuditScope } from '../types.ts';

/** Returns when signed bytes for a chain were recorded. */
export const selectSignings = (
  scope: AuditScope,
) => sql`select s.at, x.chain, x.txid from (${selectCommandReplies(scope, 'outgoing')}) s
  join chain_transactions x on x.chain = split_part(s.key, ':', 1) and x.txid = split_part(s.key, ':', 2)`;
/** Returns when a payment was final on a chain, and when it was reverted. */
export const selectEndings = (
  scope: AuditScope,
) => sql`select distinct s.at, x.chain, x.payment_id, split_part(s.key, ':', 2) as what
  from (${selectCommandReplies(scope, 'outgoing')}) s
  join chain_transactions x on x.payment_id = ${castToUuid(sql`split_part(s.key, ':', 1)`)}`;

const selectSent = (scope: AuditScope) =>
  selectTransfers(
    scope,
    sql`join withdrawals x on x.id = t.reference and ${canBelongTo(scope, 'withdrawals')}`,
    sql`x.asset <> 'TOMAN' and ((t.kind in ('withdrawal', 'fee')) or c.kind = 'in_flight')`,
  );

/** A coin withdrawal and its fee leave when signed, arrive with the block, and return if the chain drops the block. */
const selectWrongTransfers = (scope: AuditScope) => sql`
  with signings as materialized (${selectSignings(scope)}), endings as materialized (${selectEndings(scope)})
  select m.reference::text as withdrawal, m.kind, m.from_owner, m.from_kind, m.to_owner, m.to_kind, m.amount::text
  from (${selectSent(scope)}) m left join outgoing o on o.withdrawal_id = m.reference
  where o.id is null or m.asset <> o.asset or not case
    when m.kind = 'withdrawal' and m.to_kind = 'in_flight' then (m.from_owner, m.from_kind, m.to_owner, m.amount)
        = (o.user_id::text, 'blocked', 'house', o.amount)
      and exists (select from signings s where s.at = m.at and s.chain = o.chain)
    when m.kind = 'fee' then (m.from_owner, m.from_kind, m.to_owner, m.to_kind, m.amount)
        = (o.user_id::text, 'blocked', 'house', 'fee', o.fee)
      and exists (select from signings s where s.at = m.at and s.chain = o.chain)
    when m.kind = 'withdrawal' then (m.from_owner, m.from_kind, m.to_owner, m.amount)
        = ('house', 'in_flight', 'outside:' || o.token_type, o.amount)
      and exists (select from endings e where e.at = m.at and e.chain = o.chain and e.what = 'final')
    else (m.from_owner, m.to_owner, m.kind, m.amount)
        = ('outside:' || o.token_type, 'house', 'correction', o.amount)
      and exists (select from endings e where e.at = m.at and e.chain = o.chain and e.what = 'undone') end`;

const selectWrongSums = sql`
  with sent as (
    select reference, count(*) filter (where kind = 'withdrawal' and to_kind = 'in_flight') as signed,
      count(*) filter (where kind = 'fee') as fees,
      count(*) filter (where kind = 'withdrawal' and to_kind <> 'in_flight') as arrived,
      count(*) filter (where kind = 'correction') as undone
    from (${selectSent('all')}) m group by reference
  )
  select o.withdrawal_id::text as withdrawal, o.state, s.signed::text, s.fees::text, s.arrived::text, s.undone::text
  from outgoing o left join sent s on s.reference = o.withdrawal_id
  where o.kind = 'WITHDRAWAL' and (coalesce(s.signed, 0) <> (o.transaction_id is not null)::int
    or coalesce(s.fees, 0) <> (o.transaction_id is not null and o.fee > 0)::int
    or coalesce(s.arrived, 0) - coalesce(s.undone, 0) <> (o.state = 'DONE')::int)`;

export const coinWithdrawalTransfers = defineInvariant(
  'a withdrawn coin left its owner when it was signed, and the ledger when its block was final',
  (scope) => [selectWrongTransfers(scope), ...(scope === 'all' ? [selectWrongSums] : [])],
);
