import { sql } from 'kysely';
import { canBeFor } from '../causes-of-kinds.ts';
import { defineInvariant } from '../law.ts';
import {
  diffTransfers,
  person,
  selectCommandReplies,
  selectExpectedTransfer,
  selectTransfers,
  store,
  uuidOf,
} from '../moves.ts';
import type { AuditScope } from '../types.ts';

const OWNER = person(sql`owner_id`, 'spendable');
const RECEIPTS = store(sql`company_id`);
const settlement = { at: sql`at`, reference: sql`id` };

const taken = (
  scope: AuditScope,
) => sql`select s.at, x.*, c.user_id as owner_id from (${selectCommandReplies(scope, 'settlement')}) s
  join company_settlements x on x.id = ${uuidOf(sql`s.key`)} join companies c on c.id = x.company_id`;
/** Coins that the owner took instead of having them sent: under the key of the withdrawal that was not made. */
const kept = (
  scope: AuditScope,
) => sql`select s.at, x.*, c.user_id as owner_id from (${selectCommandReplies(scope, 'withdrawal')}) s
  join company_settlements x on x.withdrawal_id = ${uuidOf(sql`s.key`)} and x.state = 'RETURNED'
  join companies c on c.id = x.company_id
  where not exists (select from withdrawals w where w.id = x.withdrawal_id)`;

const expected = (scope: AuditScope) => sql`
  select ${selectExpectedTransfer({ ...settlement, kind: 'deposit', from: RECEIPTS, to: OWNER, asset: sql`'TOMAN'`, amount: sql`spent` })}
  from taken where spent > 0
  union all
  select ${selectExpectedTransfer({ ...settlement, kind: 'hold', from: OWNER, to: RECEIPTS, asset: sql`coin`, amount: sql`amount` })}
  from taken where order_id is not null
  union all
  select ${selectExpectedTransfer({ ...settlement, kind: 'release', from: RECEIPTS, to: OWNER, asset: sql`coin`, amount: sql`amount` })}
  from (${kept(scope)}) k`;

export const settlements = defineInvariant(
  "each settlement moved its store's receipts and the coins of its purchase exactly once",
  (scope) => [
    sql`with taken as materialized (${taken(scope)}) ${diffTransfers(
      expected(scope),
      selectTransfers(
        scope,
        sql`join company_settlements x on x.id = t.reference and ${canBeFor(scope, 'company_settlements')}`,
        sql`true`,
      ),
    )}`,
    ...(scope === 'all'
      ? [
          sql`select x.id::text as settlement, x.state, s.key from company_settlements x
          full join (${selectCommandReplies('all', 'settlement')}) s on s.key = x.id::text
          where coalesce(x.state <> 'DUE', false) <> (s.key is not null)`,
        ]
      : []),
  ],
);
