import { sql } from 'kysely';
import { canBelongTo } from '../causes-of-kinds.ts';
import { defineInvariant } from '../law.ts';
import {
  castToUuid,
  diffTransfers,
  NO_TIME,
  personSide,
  selectCommandReplies,
  selectExpectedTransfer,
  selectTransfers,
} from '../moves.ts';
import type { AuditScope } from '../types.ts';

const SPENDABLE_SIDE = personSide(sql`user_id`, 'spendable');
const BLOCKED_SIDE = personSide(sql`user_id`, 'blocked');
const transferBase = { reference: sql`id`, asset: sql`asset`, amount: sql`amount` };

const selectFrozen = (scope: AuditScope) =>
  scope === 'all'
    ? sql`select * from freezes`
    : sql`select distinct f.* from (${selectTransfers(scope, sql`join freezes x on x.id = t.reference and ${canBelongTo(scope, 'freezes')}`, sql`t.kind = 'hold'`)}) m
        join freezes f on f.id = m.reference`;
const selectLifted = (
  scope: AuditScope,
) => sql`select s.at, f.* from (${selectCommandReplies(scope, 'freeze')}) s
  join freezes f on f.id = ${castToUuid(sql`s.key`)} where f.lifted_at is not null`;

export const freezes = defineInvariant(
  'the amount of each freeze was blocked once, and released once when the freeze was lifted',
  (scope) => [
    diffTransfers(
      sql`select ${selectExpectedTransfer({ ...transferBase, kind: 'hold', from: SPENDABLE_SIDE, to: BLOCKED_SIDE })} from (${selectFrozen(scope)}) f`,
      selectTransfers(
        scope,
        sql`join freezes f on f.id = t.reference and ${canBelongTo(scope, 'freezes')}`,
        sql`t.kind = 'hold'`,
        NO_TIME,
      ),
    ),
    diffTransfers(
      sql`select ${selectExpectedTransfer({ ...transferBase, at: sql`at`, kind: 'release', from: BLOCKED_SIDE, to: SPENDABLE_SIDE })} from (${selectLifted(scope)}) f`,
      selectTransfers(
        scope,
        sql`join freezes f on f.id = t.reference and ${canBelongTo(scope, 'freezes')}`,
        sql`t.kind <> 'hold'`,
      ),
    ),
  ],
);
