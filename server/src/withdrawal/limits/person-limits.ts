import type { UserLevel } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { type LevelLimits, readLevelLimits } from '../reservations/reservation-store.ts';

/** Withdrawal limits of one user that replace those of their level; value in Toman, smallest units. */
export interface PersonLimit extends LevelLimits {
  /** They exceeded the level's limits when they were set. If not, the level's apply too. */
  raised: boolean;
  /** When the level's limits apply again. */
  until: Date;
  /** Visible to staff only. */
  reason: string;
  setBy: string;
  setAt: Date;
}

/** Returns the limit even after it expired, until another replaces it. */
export async function readPersonLimit(db: Queryable, userId: string): Promise<PersonLimit | null> {
  const { rows } =
    await sql<PersonLimit>`select per_day as "perDay", per_month as "perMonth", raised, until, reason,
      set_by as "setBy", set_at as "setAt"
    from withdrawal_person_limits where user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** Sets the limit; null: the level's apply again. */
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

/** Returns the limits that apply at a time, and their expiry if they are the user's own. */
export async function readEffectiveLimits(
  db: Queryable,
  userId: string,
  level: UserLevel,
  at: Date,
): Promise<LevelLimits & { ownUntil: Date | null }> {
  // Sequential: a transaction has one connection.
  const ownLimit = await readPersonLimit(db, userId);
  const levelLimits = await readLevelLimits(db, level);
  return {
    ...selectEffectiveLimits(ownLimit, levelLimits, at),
    ownUntil: ownLimit !== null && at < ownLimit.until ? ownLimit.until : null,
  };
}

type OwnLimit = Pick<PersonLimit, 'perDay' | 'perMonth' | 'raised' | 'until'>;

/** Returns the limits that apply at a time. */
export function selectEffectiveLimits(ownLimit: OwnLimit | null, level: LevelLimits, at: Date): LevelLimits {
  if (ownLimit === null || at >= ownLimit.until) return { perDay: level.perDay, perMonth: level.perMonth };
  if (ownLimit.raised) return { perDay: ownLimit.perDay, perMonth: ownLimit.perMonth };
  const smaller = (a: bigint, b: bigint) => (a < b ? a : b);
  return {
    perDay: smaller(ownLimit.perDay, level.perDay),
    perMonth: smaller(ownLimit.perMonth, level.perMonth),
  };
}
