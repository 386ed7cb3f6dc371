import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database.ts';
import type { CodePurpose } from './ports.ts';

export interface CodeRow {
  id: string;
  purpose: CodePurpose;
  userId: string | null;
  signUpId: string | null;
  digest: Buffer;
  /** What the person is about; a code that is sent again belongs to the same step. */
  stepId: string;
  stepBeganAt: Date;
  createdAt: Date;
  expiresAt: Date;
}

const CODE = sql`id, purpose, user_id as "userId", sign_up_id as "signUpId", digest, step_id as "stepId", step_began_at as "stepBeganAt",
  created_at as "createdAt", expires_at as "expiresAt"`;

export async function insertCode(tx: Tx, key: Buffer, code: CodeRow): Promise<void> {
  await sql`insert into one_time_codes
      (id, address_key, purpose, user_id, sign_up_id, digest, step_id, step_began_at, created_at,
       expires_at)
    values (${code.id}, ${key}, ${code.purpose}, ${code.userId}, ${code.signUpId}, ${code.digest},
      ${code.stepId}, ${code.stepBeganAt}, ${code.createdAt}, ${code.expiresAt})`.execute(tx);
}

/** Takes one guess of every living code of the address, before anything is compared. Empty: none lives. */
export async function takeGuess(tx: Tx, key: Buffer, now: Date, guesses: number): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`update one_time_codes set attempts = attempts + 1
    where address_key = ${key} and used_at is null and expires_at > ${now} and attempts < ${guesses}
    returning ${CODE}`.execute(tx);
  return rows;
}

/** The code that was right is used up with all others of its step; those of other steps get their guess back. */
export async function useCode(
  tx: Tx,
  key: Buffer,
  right: CodeRow,
  guessed: CodeRow[],
  now: Date,
): Promise<void> {
  await sql`update one_time_codes set used_at = ${now} where address_key = ${key} and step_id = ${right.stepId}`.execute(
    tx,
  );
  await sql`update one_time_codes set attempts = attempts - 1
    where id = any(${guessed.map((row) => row.id)}::uuid[]) and used_at is null`.execute(tx);
}

/** The newest code of this person or sign-up that can still be used. */
export async function findLivingCode(
  db: Queryable,
  owner: { userId: string } | { signUpId: string },
  now: Date,
  guesses: number,
): Promise<CodeRow | null> {
  const of =
    'userId' in owner
      ? sql`purpose = 'LOGIN' and user_id = ${owner.userId}`
      : sql`sign_up_id = ${owner.signUpId}`;
  const { rows } = await sql<CodeRow>`select ${CODE} from one_time_codes
    where ${of} and used_at is null and expires_at > ${now} and attempts < ${guesses}
    order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The step that waits for a code: a login before a sign-up, which anybody may have begun; the newest of them. */
export async function findWaitingStep(db: Queryable, key: Buffer, since: Date): Promise<CodeRow | null> {
  const { rows } = await sql<CodeRow>`select ${CODE} from one_time_codes
    where address_key = ${key} and used_at is null and step_began_at > ${since}
    order by purpose, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** A code that another one replaces. */
export async function endCode(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update one_time_codes set expires_at = least(expires_at, ${now}) where id = ${id}`.execute(tx);
}

/**
 * Counts one use of something limited, in one statement, so that parallel calls can't pass together.
 * Null: counted. Otherwise nothing was, and it says when the window began.
 */
export async function countUse(
  tx: Queryable,
  counter: { key: Buffer; kind: string },
  limit: { max: number; windowMs: number },
  now: Date,
): Promise<Date | null> {
  const { key, kind } = counter;
  const cutoff = new Date(now.getTime() - limit.windowMs);
  const { rows } = await sql`insert into limit_counters as c (address_key, kind, window_began_at, used)
    values (${key}, ${kind}, ${now}, 1)
    on conflict (address_key, kind) do update set
      used = case when c.window_began_at <= ${cutoff} then 1 else c.used + 1 end,
      window_began_at = case when c.window_began_at <= ${cutoff} then ${now} else c.window_began_at end
    where c.window_began_at <= ${cutoff} or c.used < ${limit.max}
    returning 1`.execute(tx);
  if (rows.length > 0) return null;
  const { rows: full } = await sql<{ beganAt: Date }>`select window_began_at as "beganAt" from limit_counters
    where address_key = ${key} and kind = ${kind}`.execute(tx);
  return full[0]?.beganAt ?? now;
}

/** Gives one use back. */
export async function returnUse(tx: Queryable, key: Buffer, kind: string): Promise<void> {
  await sql`update limit_counters set used = greatest(used - 1, 0)
    where address_key = ${key} and kind = ${kind}`.execute(tx);
}

export async function clearUses(tx: Queryable, key: Buffer, kind: string): Promise<void> {
  await sql`delete from limit_counters where address_key = ${key} and kind = ${kind}`.execute(tx);
}
