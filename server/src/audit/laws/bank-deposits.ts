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

const BANK = outsideSide(sql`'bank'`);
const SUSPENSE = houseSide('suspense');
const OWNER = personSide(sql`user_id`, 'spendable');
/** Matched automatically by the bank statement, without a staff decision. */
const BOOKED_IMMEDIATELY = sql`(state = 'MATCHED' and decision is null)`;

const selectBooked = (scope: AuditScope) => sql`select s.at, split_part(s.key, ' ', 2) as step, b.*
  from (${selectCommandReplies(scope, 'bank-deposit')}) s join bank_deposits b on b.id = ${castToUuid(sql`split_part(s.key, ' ', 1)`)}`;

const transferBase = { at: sql`at`, reference: sql`id`, asset: sql`'TOMAN'`, amount: sql`amount` };
const expectedTransfers = sql`
  select ${selectExpectedTransfer({ ...transferBase, kind: 'deposit', from: BANK, to: OWNER })} from booked where step = 'arrival' and ${BOOKED_IMMEDIATELY}
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'deposit', from: BANK, to: SUSPENSE })} from booked
  where step = 'arrival' and not ${BOOKED_IMMEDIATELY}
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'deposit', from: SUSPENSE, to: OWNER })} from booked
  where step = 'decision' and state = 'MATCHED' and decision = 'CREDIT'
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'correction', from: SUSPENSE, to: BANK })} from booked
  where step = 'decision' and state = 'RETURNED' and decision = 'RETURN'`;

export const bankDeposits = defineInvariant(
  'each incoming bank transfer was booked once and decided at most once',
  (scope) => [
    sql`with booked as materialized (${selectBooked(scope)}) ${diffTransfers(
      expectedTransfers,
      selectTransfers(
        scope,
        sql`join bank_deposits b on b.id = t.reference and ${canBelongTo(scope, 'bank_deposits')}`,
        sql`true`,
      ),
    )}`,
    ...(scope === 'all' ? [unbookedDeposits] : []),
  ],
);

const STEPS = sql`select split_part(key, ' ', 1) as id, count(*) filter (where key like '% arrival') as arrivals,
    count(*) filter (where key like '% decision') as decisions, count(*) as all_steps
  from (${selectCommandReplies('all', 'bank-deposit')}) s group by 1`;
const unbookedDeposits = sql`select b.id::text as deposit, s.id as key, b.state, s.arrivals::text, s.decisions::text
  from bank_deposits b full join (${STEPS}) s on s.id = b.id::text
  where b.id is null or coalesce(s.arrivals, 0) <> (b.state <> 'NEW')::int
    or coalesce(s.decisions, 0) <> (b.decision is not null and b.settled_at is not null)::int
    or coalesce(s.all_steps, 0) <> coalesce(s.arrivals + s.decisions, 0)`;
