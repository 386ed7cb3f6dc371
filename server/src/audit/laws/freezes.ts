import { sql } from 'kysely';
import { canBeFor } from '../causes-of-kinds.ts';
import { lawOf } from '../law.ts';
import { difference, move, moves, NO_TIME, person, steps, uuidOf } from '../moves.ts';
import type { Scope } from '../types.ts';

const FREE = person(sql`user_id`, 'spendable');
const FROZEN = person(sql`user_id`, 'blocked');
const freeze = { reference: sql`id`, asset: sql`asset`, amount: sql`amount` };

const frozen = (scope: Scope) =>
  scope === 'all'
    ? sql`select * from freezes`
    : sql`select distinct f.* from (${moves(scope, sql`join freezes x on x.id = t.reference and ${canBeFor(scope, 'freezes')}`, sql`t.kind = 'hold'`)}) m
        join freezes f on f.id = m.reference`;
const lifted = (scope: Scope) => sql`select s.at, f.* from (${steps(scope, 'freeze')}) s
  join freezes f on f.id = ${uuidOf(sql`s.key`)} where f.lifted_at is not null`;

export const freezes = lawOf(
  'what each freeze blocked was blocked once, and given back once when it was lifted',
  (scope) => [
    difference(
      sql`select ${move({ ...freeze, kind: 'hold', from: FREE, to: FROZEN })} from (${frozen(scope)}) f`,
      moves(
        scope,
        sql`join freezes f on f.id = t.reference and ${canBeFor(scope, 'freezes')}`,
        sql`t.kind = 'hold'`,
        NO_TIME,
      ),
    ),
    difference(
      sql`select ${move({ ...freeze, at: sql`at`, kind: 'release', from: FROZEN, to: FREE })} from (${lifted(scope)}) f`,
      moves(
        scope,
        sql`join freezes f on f.id = t.reference and ${canBeFor(scope, 'freezes')}`,
        sql`t.kind <> 'hold'`,
      ),
    ),
  ],
);
