import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import type { IdentityContext } from '../deps.ts';
import { digestRecoveryCode, newRecoveryCode, normalizeRecoveryCode } from '../login/tokens.ts';
import { RECOVERY_CODES } from './limits.ts';

/** Replaces all recovery codes; only the returned value has them in readable form. */
export async function replaceRecoveryCodes(
  context: IdentityContext,
  tx: Tx,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const digests = codes.map((code) =>
    digestRecoveryCode(context.secrets, userId, normalizeRecoveryCode(code) ?? ''),
  );
  await deleteRecoveryCodes(tx, userId);
  await sql`insert into recovery_codes (user_id, digest, created_at)
    select ${userId}, digest, ${context.now()}::timestamptz from unnest(${digests}::bytea[]) v(digest)`.execute(
    tx,
  );
  return codes;
}

/** Whether it is an unused code of the user; it is then used up. The code as returned by `normalizeRecoveryCode`. */
export async function consumeRecoveryCode(
  context: IdentityContext,
  tx: Tx,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rows } = await sql`update recovery_codes set used_at = ${context.now()}
    where user_id = ${userId} and digest = ${digestRecoveryCode(context.secrets, userId, code)} and used_at is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from recovery_codes
    where user_id = ${userId} and used_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
}
