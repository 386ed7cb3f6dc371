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

/**
 * Ledger commands of each deposit: `id:attempt` booked it (digest credit or suspense), `:over` assigned it to the
 * person in the digest, `:back` removed it again.
 */
const selectCommands = (scope: AuditScope) => sql`
  select d.*, s.at, s.digest, s.key, split_part(s.key, ':', 3) as step,
    substring(split_part(s.key, ':', 2) from '^[0-9]{1,9}$')::int as turn,
    coalesce(substring(s.reply from '"lost":"([0-9]{1,38})"')::numeric, 0) as lost_now
  from (${selectCommandReplies(scope, 'deposit')}) s join coin_deposits d on d.id = ${castToUuid(sql`split_part(s.key, ':', 1)`)}`;

const CHAIN = outsideSide(sql`token_type`);
const SUSPENSE = houseSide('suspense');
const LOSS = houseSide('reorg_loss');
/** The deposit's owner when the chain reverted it. */
const PREVIOUS_OWNER = sql`
  case when was.digest = 'suspense' and handed.digest is null then 'house'
    else coalesce(handed.digest, user_id::text) end,
  case when was.digest = 'suspense' and handed.digest is null then 'suspense' else 'spendable' end`;

const transferBase = { at: sql`at`, reference: sql`id`, asset: sql`asset` };
/** The house's loss from the previous turn is recovered first. */
const PREVIOUS_LOSS = sql`coalesce(substring(before.reply from '"lost":"([0-9]{1,38})"')::numeric, 0)`;
const JOIN_PREVIOUS = sql`left join lateral (select reply from idempotency where owner = 'deposit'
  and key = id || ':' || turn - 1 || ':back') before on true`;
const JOIN_OWNER_AT_TIME = sql`left join lateral (select digest from idempotency where owner = 'deposit'
    and key = id || ':' || turn) was on true
  left join lateral (select digest from idempotency where owner = 'deposit'
    and key = id || ':' || turn || ':over') handed on true`;

const expectedTransfers = sql`
  select ${selectExpectedTransfer({ ...transferBase, kind: 'deposit', from: CHAIN, to: personSide(sql`user_id`, 'spendable'), amount: sql`amount - ${PREVIOUS_LOSS}` })}
  from d ${JOIN_PREVIOUS} where step = '' and digest = 'credit' and amount > ${PREVIOUS_LOSS}
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'deposit', from: CHAIN, to: LOSS, amount: PREVIOUS_LOSS })}
  from d ${JOIN_PREVIOUS} where step = '' and digest = 'credit' and ${PREVIOUS_LOSS} > 0
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'deposit', from: CHAIN, to: SUSPENSE, amount: sql`amount` })}
  from d where step = '' and digest = 'suspense'
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'correction', from: SUSPENSE, to: personSide(sql`digest`, 'spendable'), amount: sql`amount` })}
  from d where step = 'over'
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'correction', from: PREVIOUS_OWNER, to: CHAIN, amount: sql`amount - lost_now` })}
  from d ${JOIN_OWNER_AT_TIME} where step = 'back' and amount > lost_now
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'correction', from: LOSS, to: CHAIN, amount: sql`lost_now` })}
  from d where step = 'back' and lost_now > 0`;

/** Each booked turn was reverted before the next; the last one matches the row. */
const WRONG_BOOKINGS = sql`
  with s as (
    select split_part(key, ':', 1) as id,
      coalesce(substring(split_part(key, ':', 2) from '^[0-9]{1,9}$')::int, -1) as turn,
      count(*) filter (where split_part(key, ':', 3) = '') as booked,
      count(*) filter (where split_part(key, ':', 3) = 'over') as over,
      count(*) filter (where split_part(key, ':', 3) = 'back') as back,
      count(*) filter (where split_part(key, ':', 3) not in ('', 'over', 'back')) as strange,
      bool_or(split_part(key, ':', 3) = '' and digest = 'suspense') as suspended
    from (${selectCommandReplies('all', 'deposit')}) k group by 1, 2
  ), turns as (select d.id::text as id, d.state, d.booked as lies, d.attempt, n as turn
    from coin_deposits d, generate_series(0, d.attempt) n)
  select id as deposit, turn, t.state, t.attempt, s.booked::text, s.over::text, s.back::text
  from turns t full join s using (id, turn)
  where t.id is null or s.strange > 0
    or coalesce(s.booked, 0) <> (turn < t.attempt or t.state = 'CREDITED' or t.lies)::int
    or coalesce(s.back, 0) <> (turn < t.attempt)::int
    or (turn = t.attempt
      and coalesce(s.over, 0) <> (t.state = 'CREDITED' and coalesce(s.suspended, false))::int)`;

/** A deposit that was credited on arrival belongs to the owner of the address that the signer issued. */
const selectForeignOwners = (scope: AuditScope) => sql`
  select d.id::text as deposit, d.chain, d.txid, d.address, d.tag, d.user_id::text as credited_to
  from (${selectCommands(scope)}) d
  where d.step = '' and d.digest = 'credit' and not exists (select from deposit_addresses a
    where a.chain = d.chain and a.address = d.address and a.tag = d.tag and a.user_id = d.user_id)`;

export const coinDeposits = defineInvariant(
  'each coin deposit was credited once to the owner of its address, and reversed if its chain dropped it',
  (scope) => [
    sql`with d as materialized (${selectCommands(scope)}) ${diffTransfers(
      expectedTransfers,
      selectTransfers(
        scope,
        sql`join coin_deposits x on x.id = t.reference and ${canBelongTo(scope, 'coin_deposits')}`,
        sql`true`,
      ),
    )}`,
    selectForeignOwners(scope),
    ...(scope === 'all' ? [WRONG_BOOKINGS] : []),
  ],
);
