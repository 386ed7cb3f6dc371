import { sql } from 'kysely';
import { canBelongTo } from '../causes-of-kinds.ts';
import { defineInvariant } from '../law.ts';
import {
  castToUuid,
  diffTransfers,
  personSide,
  selectCommandReplies,
  selectExpectedTransfer,
  selectTransfers,
  storeSide,
} from '../moves.ts';
import type { AuditScope } from '../types.ts';

const OWNER_SIDE = personSide(sql`owner_id`, 'spendable');
const RECEIPTS_SIDE = storeSide(sql`company_id`);
const transferBase = { at: sql`at`, reference: sql`id` };

const selectTaken = (
  scope: AuditScope,
) => sql`select s.at, x.*, c.user_id as owner_id from (${selectCommandReplies(scope, 'settlement')}) s
  join company_settlements x on x.id = ${castToUuid(sql`s.key`)} join companies c on c.id = x.company_id`;
/** Coins that the owner took instead of having them sent: under the key of the withdrawal that was not made. */
const selectKeptCoins = (
  scope: AuditScope,
) => sql`select s.at, x.*, c.user_id as owner_id from (${selectCommandReplies(scope, 'withdrawal')}) s
  join company_settlements x on x.withdrawal_id = ${castToUuid(sql`s.key`)} and x.state = 'RETURNED'
  join companies c on c.id = x.company_id
  where not exists (select from withdrawals w where w.id = x.withdrawal_id)`;

const expectedTransfers = (scope: AuditScope) => sql`
  select ${selectExpectedTransfer({ ...transferBase, kind: 'deposit', from: RECEIPTS_SIDE, to: OWNER_SIDE, asset: sql`'TOMAN'`, amount: sql`spent` })}
  from taken where spent > 0
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'hold', from: OWNER_SIDE, to: RECEIPTS_SIDE, asset: sql`coin`, amount: sql`amount` })}
  from taken where order_id is not null
  union all
  select ${selectExpectedTransfer({ ...transferBase, kind: 'release', from: RECEIPTS_SIDE, to: OWNER_SIDE, asset: sql`coin`, amount: sql`amount` })}
  from (${selectKeptCoins(scope)}) k`;

export const settlements = defineInvariant(
  "each settlement moved its store's receipts and the coins of its purchase exactly once",
  (scope) => [
    sql`with taken as materialized (${selectTaken(scope)}) ${diffTransfers(
      expectedTransfers(scope),
      selectTransfers(
        scope,
        sql`join company_settlements x on x.id = t.reference and ${canBelongTo(scope, 'company_settlements')}`,
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
