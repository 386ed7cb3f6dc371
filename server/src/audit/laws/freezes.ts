import { sql } from 'kysely';
import { canBeFor } from '../causes-of-kinds.ts';
import { defineInvariant } from '../law.ts';
import {
  diffTransfers,
  NO_TIME,
  person,
  selectCommandReplies,
  selectExpectedTransfer,
  selectTransfers,
  uuidOf,
} from '../moves.ts';
import type { AuditScope } from '../types.ts';

const FREE = person(sql`user_id`, 'spendable');
const FROZEN = person(sql`user_id`, 'blocked');
const freeze = { reference: sql`id`, asset: sql`asset`, amount: sql`amount` };

const frozen = (scope: AuditScope) =>
  scope === 'all'
    ? sql`select * from freezes`
    : sql`select distinct f.* from (${selectTransfers(scope, sql`join freezes x on x.id = t.reference and ${canBeFor(scope, 'freezes')}`, sql`t.kind = 'hold'`)}) m
        join freezes f on f.id = m.reference`;
const lifted = (scope: AuditScope) => sql`select s.at, f.* from (${selectCommandReplies(scope, 'freeze')}) s
  join freezes f on f.id = ${uuidOf(sql`s.key`)} where f.lifted_at is not null`;

export const freezes = defineInvariant(
  'the amount of each freeze was blocked once, and released once when the freeze was lifted',
  (scope) => [
    diffTransfers(
      sql`select ${selectExpectedTransfer({ ...freeze, kind: 'hold', from: FREE, to: FROZEN })} from (${frozen(scope)}) f`,
      selectTransfers(
        scope,
        sql`join freezes f on f.id = t.reference and ${canBeFor(scope, 'freezes')}`,
        sql`t.kind = 'hold'`,
        NO_TIME,
      ),
    ),
    diffTransfers(
      sql`select ${selectExpectedTransfer({ ...freeze, at: sql`at`, kind: 'release', from: FROZEN, to: FREE })} from (${lifted(scope)}) f`,
      selectTransfers(
        scope,
        sql`join freezes f on f.id = t.reference and ${canBeFor(scope, 'freezes')}`,
        sql`t.kind <> 'hold'`,
      ),
    ),
  ],
);
