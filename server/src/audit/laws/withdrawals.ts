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
  storeSide,
} from '../moves.ts';
import type { AuditScope } from '../types.ts';

/**
 * Ledger commands of each withdrawal: its id created it (or refused it), `settled` ended its hold as in the reply,
 * `returned` gave back an amount wrongly believed to be paid by the bank.
 */
const selectCommands = (scope: AuditScope) => sql`
  select w.*, s.at, s.reply, split_part(s.key, ' ', 2) as step, p.plan ->> 'companyId' as company_id
  from (${selectCommandReplies(scope, 'withdrawal')}) s join withdrawals w on w.id = ${castToUuid(sql`split_part(s.key, ' ', 1)`)}
  left join withdrawal_places p on p.id = w.id`;

const SPENDABLE_SIDE = personSide(sql`user_id`, 'spendable');
const BLOCKED_SIDE = personSide(sql`user_id`, 'blocked');
const BANK_SIDE = outsideSide(sql`'bank'`);
const FEE_SIDE = houseSide('fee');
const transferBase = { at: sql`at`, reference: sql`id`, asset: sql`asset` };
const [fullAmount, amountAfterFee, fee] = [sql`amount`, sql`amount - fee`, sql`fee`];

const ARE_COINS_RETURNED = sql`step = 'settled' and reply = 'RETURNED' and asset <> 'TOMAN'`;
const IS_RELEASED = sql`step = 'settled' and (reply in ('CANCELLED', 'REFUSED')
  or (reply = 'RETURNED' and asset = 'TOMAN'))`;
const IS_PAID = sql`step = 'settled' and reply = 'PAID' and asset = 'TOMAN'`;

const expectedTransfers = sql`
  select ${selectExpectedTransfer({ ...transferBase, kind: 'hold', from: SPENDABLE_SIDE, to: BLOCKED_SIDE, amount: fullAmount })} from w where step = ''
  union all
  select ${selectExpectedTransfer({ ...transferBase, reference: sql`company_id::uuid`, kind: 'release', from: storeSide(sql`company_id`), to: SPENDABLE_SIDE, amount: fullAmount })}
  from w where step = '' and company_id is not null
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'release', from: BLOCKED_SIDE, to: SPENDABLE_SIDE, amount: fullAmount })} from w where ${IS_RELEASED}
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'correction', from: houseSide('in_flight'), to: SPENDABLE_SIDE, amount: amountAfterFee })}
  from w where ${ARE_COINS_RETURNED}
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'correction', from: FEE_SIDE, to: SPENDABLE_SIDE, amount: fee })}
  from w where ${ARE_COINS_RETURNED} and fee > 0
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'withdrawal', from: BLOCKED_SIDE, to: BANK_SIDE, amount: amountAfterFee })} from w where ${IS_PAID}
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'fee', from: BLOCKED_SIDE, to: FEE_SIDE, amount: fee })} from w where ${IS_PAID} and fee > 0
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'correction', from: BANK_SIDE, to: SPENDABLE_SIDE, amount: amountAfterFee })}
  from w where step = 'returned'
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'correction', from: FEE_SIDE, to: SPENDABLE_SIDE, amount: fee })}
  from w where step = 'returned' and fee > 0`;

/** Transfers caused by a signature or a chain have a law of their own. */
const IS_SENT = sql`(x.asset <> 'TOMAN' and (t.kind in ('withdrawal', 'fee') or c.kind = 'in_flight'))`;

/** How it ended according to the row. */
const SELECT_ENDS = sql`
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
    sql`with w as materialized (${selectCommands(scope)}) ${diffTransfers(
      expectedTransfers,
      sql`${selectTransfers(scope, sql`join withdrawals x on x.id = t.reference and ${canBelongTo(scope, 'withdrawals')}`, sql`not ${IS_SENT}`)}
      union all ${selectTransfers(scope, sql`join companies x on x.id = t.reference and ${canBelongTo(scope, 'companies')}`, sql`true`)}`,
    )}`,
    ...(scope === 'all' ? [SELECT_ENDS] : []),
  ],
);
