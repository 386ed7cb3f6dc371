import { sql } from 'kysely';
import { canBeFor } from '../causes-of-kinds.ts';
import { defineInvariant } from '../law.ts';
import {
  diffTransfers,
  houseSide,
  outside,
  person,
  selectCommandReplies,
  selectExpectedTransfer,
  selectTransfers,
  store,
  uuidOf,
} from '../moves.ts';
import type { AuditScope } from '../types.ts';

/**
 * Ledger commands of each withdrawal: its id created it (or refused it), `settled` ended its hold as in the reply,
 * `returned` gave back an amount wrongly believed to be paid by the bank.
 */
const doneWith = (scope: AuditScope) => sql`
  select w.*, s.at, s.reply, split_part(s.key, ' ', 2) as step, p.plan ->> 'companyId' as company_id
  from (${selectCommandReplies(scope, 'withdrawal')}) s join withdrawals w on w.id = ${uuidOf(sql`split_part(s.key, ' ', 1)`)}
  left join withdrawal_places p on p.id = w.id`;

const FREE = person(sql`user_id`, 'spendable');
const BLOCKED = person(sql`user_id`, 'blocked');
const BANK = outside(sql`'bank'`);
const FEES = houseSide('fee');
const withdrawal = { at: sql`at`, reference: sql`id`, asset: sql`asset` };
const [whole, arriving, fee] = [sql`amount`, sql`amount - fee`, sql`fee`];

const RETURNED_COINS = sql`step = 'settled' and reply = 'RETURNED' and asset <> 'TOMAN'`;
const GIVEN_BACK = sql`step = 'settled' and (reply in ('CANCELLED', 'REFUSED')
  or (reply = 'RETURNED' and asset = 'TOMAN'))`;
const PAID = sql`step = 'settled' and reply = 'PAID' and asset = 'TOMAN'`;

const expected = sql`
  select ${selectExpectedTransfer({ ...withdrawal, kind: 'hold', from: FREE, to: BLOCKED, amount: whole })} from w where step = ''
  union all
  select ${selectExpectedTransfer({ ...withdrawal, reference: sql`company_id::uuid`, kind: 'release', from: store(sql`company_id`), to: FREE, amount: whole })}
  from w where step = '' and company_id is not null
  union all
  select ${selectExpectedTransfer({ ...withdrawal, kind: 'release', from: BLOCKED, to: FREE, amount: whole })} from w where ${GIVEN_BACK}
  union all
  select ${selectExpectedTransfer({ ...withdrawal, kind: 'correction', from: houseSide('in_flight'), to: FREE, amount: arriving })}
  from w where ${RETURNED_COINS}
  union all
  select ${selectExpectedTransfer({ ...withdrawal, kind: 'correction', from: FEES, to: FREE, amount: fee })}
  from w where ${RETURNED_COINS} and fee > 0
  union all
  select ${selectExpectedTransfer({ ...withdrawal, kind: 'withdrawal', from: BLOCKED, to: BANK, amount: arriving })} from w where ${PAID}
  union all
  select ${selectExpectedTransfer({ ...withdrawal, kind: 'fee', from: BLOCKED, to: FEES, amount: fee })} from w where ${PAID} and fee > 0
  union all
  select ${selectExpectedTransfer({ ...withdrawal, kind: 'correction', from: BANK, to: FREE, amount: arriving })}
  from w where step = 'returned'
  union all
  select ${selectExpectedTransfer({ ...withdrawal, kind: 'correction', from: FEES, to: FREE, amount: fee })}
  from w where step = 'returned' and fee > 0`;

/** Transfers caused by a signature or a chain have a law of their own. */
const SENT = sql`(x.asset <> 'TOMAN' and (t.kind in ('withdrawal', 'fee') or c.kind = 'in_flight'))`;

/** How it ended according to the row. */
const ENDS = sql`
  select w.id::text as withdrawal, w.state, s.steps
  from withdrawals w
  full join (
    select split_part(key, ' ', 1) as id, array_agg(split_part(key, ' ', 2) || case when key like '% %' then reply else '' end
      order by key) as steps
    from (${selectCommandReplies('all', 'withdrawal')}) k
    where key like '% %' or reply not like '{"refused":%' group by 1
  ) s on s.id = w.id::text
  where w.id is null or s.steps is distinct from case
    when w.state in ('CANCELLED', 'REFUSED', 'PAID') then array['', 'settled' || w.state]
    when w.state = 'RETURNED' and s.steps[3] is not null then array['', 'returnedRETURNED', 'settledPAID']
    when w.state = 'RETURNED' then array['', 'settledRETURNED']
    else array[''] end`;

export const withdrawals = defineInvariant(
  'each withdrawal was blocked once and ended once, according to its state',
  (scope) => [
    sql`with w as materialized (${doneWith(scope)}) ${diffTransfers(
      expected,
      sql`${selectTransfers(scope, sql`join withdrawals x on x.id = t.reference and ${canBeFor(scope, 'withdrawals')}`, sql`not ${SENT}`)}
      union all ${selectTransfers(scope, sql`join companies x on x.id = t.reference and ${canBeFor(scope, 'companies')}`, sql`true`)}`,
    )}`,
    ...(scope === 'all' ? [ENDS] : []),
  ],
);
