import type { UserLevel } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { type LevelLimits, readLevelLimits } from '../reservations/reservation-store.ts';

/** What one person may let out instead of what their level allows, Toman worth in smallest units. */
export interface PersonLimit extends LevelLimits {
  /** They let out more than the level's did when they were set. Where not, the level's hold too. */
  raised: boolean;
  /** From then on the level's hold again. */
  until: Date;
  /** For the staff alone. */
  reason: string;
  setBy: string;
  setAt: Date;
}

/** Also one whose time is over, until another takes its place. */
export async function readPersonLimit(db: Queryable, userId: string): Promise<PersonLimit | null> {
  const { rows } =
    await sql<PersonLimit>`select per_day as "perDay", per_month as "perMonth", raised, until, reason,
      set_by as "setBy", set_at as "setAt"
    from withdrawal_person_limits where user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** Null: the level's hold again. */
export async function setPersonLimit(tx: Tx, userId: string, limit: PersonLimit | null): Promise<void> {
  if (limit === null) {
    await sql`delete from withdrawal_person_limits where user_id = ${userId}`.execute(tx);
    return;
  }
  const row = {
    per_day: limit.perDay,
    per_month: limit.perMonth,
    raised: limit.raised,
    until: limit.until,
    reason: limit.reason,
    set_by: limit.setBy,
    set_at: limit.setAt,
  };
  await tx
    .insertInto('withdrawal_person_limits')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** What holds at a time, and until when if it is the person's own. */
export async function limitsOf(
  db: Queryable,
  userId: string,
  level: UserLevel,
  at: Date,
): Promise<LevelLimits & { ownUntil: Date | null }> {
  // One after the other: within a transaction there is one connection.
  const own = await readPersonLimit(db, userId);
  const ofLevel = await readLevelLimits(db, level);
  return {
    ...effectiveLimits(own, ofLevel, at),
    ownUntil: own !== null && at < own.until ? own.until : null,
  };
}

type Own = Pick<PersonLimit, 'perDay' | 'perMonth' | 'raised' | 'until'>;

/** What of both holds at a time. */
export function effectiveLimits(own: Own | null, level: LevelLimits, at: Date): LevelLimits {
  if (own === null || at >= own.until) return { perDay: level.perDay, perMonth: level.perMonth };
  if (own.raised) return { perDay: own.perDay, perMonth: own.perMonth };
  const least = (a: bigint, b: bigint) => (a < b ? a : b);
  return { perDay: least(own.perDay, level.perDay), perMonth: least(own.perMonth, level.perMonth) };
}
