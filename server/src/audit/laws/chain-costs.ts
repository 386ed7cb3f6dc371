import { CHAIN_INFO, CHAINS } from '@sarraf/domain';
import { sql } from 'kysely';
import { canBelongTo } from '../causes-of-kinds.ts';
import { defineInvariant } from '../law.ts';
import { selectCommandReplies, selectTransfers } from '../moves.ts';
import type { AuditScope } from '../types.ts';
import { selectEndings } from './sendings.ts';

const DUST_BY_CHAIN = sql`(values ${sql.join(
  CHAINS.map((chain) => sql`(${chain}::text, ${CHAIN_INFO[chain].coin}::text)`),
)}) coins (chain, coin)`;

/** Network fees, booked with the block, and reversed if the chain dropped the block. */
const selectWrongTransfers = (scope: AuditScope) => sql`
  with endings as materialized (${selectEndings(scope)})
  select m.reference::text as payment, m.kind, m.from_owner, m.to_owner, m.asset, m.amount::text
  from (${selectTransfers(scope, sql`join chain_transactions z on z.id = t.reference and ${canBelongTo(scope, 'chain_transactions')}`, sql`true`)}) m
  join chain_transactions x on x.id = m.reference join ${DUST_BY_CHAIN} using (chain)
  where m.asset <> coins.coin or not exists (select from endings e where e.at = m.at and e.payment_id = x.payment_id
      and e.what = case m.kind when 'cost' then 'final' else 'undone' end)
    or (m.kind = 'cost' and (m.from_owner, m.from_kind, m.to_owner) <> ('house', 'expense', 'outside:' || x.chain))
    or (m.kind <> 'cost' and (m.from_owner, m.to_owner, m.to_kind) <> ('outside:' || x.chain, 'house', 'expense'))`;

const selectWrongSums = sql`
  select x.id::text as payment, x.chain, x.txid, x.state, x.fee::text, m.cost::text
  from chain_transactions x left join (
    select t.reference, sum(case t.kind when 'cost' then t.amount else -t.amount end) as cost
    from transfers t where t.kind in ('cost', 'correction') group by t.reference
  ) m on m.reference = x.id
  where coalesce(m.cost, 0) <> case x.state when 'DONE' then coalesce(x.fee, 0) else 0 end
    or x.fee > x.max_fee`;

/** The ledger recorded the first signed bytes of each payment, and each of its outcomes. */
const selectWrongSteps = sql`
  with s as (select key, split_part(key, ':', 1) as one, split_part(key, ':', 2) as two from (${selectCommandReplies('all', 'outgoing')}) k)
  select coalesce(x.chain || ':' || x.txid, s.key) as bytes, x.state
  from (select * from chain_transactions where id = payment_id) x
  full join (select * from s where two not in ('final', 'undone')) s on s.key = x.chain || ':' || x.txid
  where x.id is null or s.key is null
  union all
  select coalesce(x.payment_id::text, e.one), x.done::text
  from (select payment_id, count(*) filter (where state = 'DONE') as done from chain_transactions group by payment_id) x
  full join (select one, count(*) filter (where two = 'final') - count(*) filter (where two = 'undone') as done
    from s where two in ('final', 'undone') group by one) e on e.one = x.payment_id::text
  where coalesce(x.done, -1) <> coalesce(e.done, 0)`;

export const chainCosts = defineInvariant(
  'each payment on a chain was signed once, ended once and paid its network fee once',
  (scope) => [selectWrongTransfers(scope), ...(scope === 'all' ? [selectWrongSums, selectWrongSteps] : [])],
);
