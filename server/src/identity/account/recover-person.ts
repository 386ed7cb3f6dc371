import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { deleteAuthenticator } from '../codes/authenticators.ts';
import { HOLD_MS } from '../codes/limits.ts';
import { deleteRecoveryCodes } from '../codes/recovery-codes.ts';
import type { IdentityContext } from '../deps.ts';
import { deletePasskeys } from '../passkeys/passkey-store.ts';
import { revokeAllKeys } from '../program-keys/change-key.ts';
import { revokeSessions } from '../sessions/session-store.ts';
import { updateUser } from '../store.ts';

/** Cancels pending authentication of the user: log-in steps, codes and password-reset tickets. */
export async function cancelPendingAuth(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`update one_time_codes set used_at = ${now} where user_id = ${userId} and used_at is null`.execute(
    tx,
  );
  await sql`update reset_tickets set used_at = ${now} where user_id = ${userId} and used_at is null`.execute(
    tx,
  );
}

/**
 * Restores access of a user whom staff has identified again. After loss of the second factor, codes are sent by
 * e-mail, and the authenticator and its recovery codes are deleted. After loss of the mailbox, they are sent to the
 * new address, and the linked Google account, usually the same mailbox, is unlinked. The password stays, passkeys
 * and API keys don't. All sessions end, a freeze is lifted, and withdrawals are held until the returned time.
 * Throws PostgreSQL's 23505 for an address that is taken.
 */
export async function recoverPerson(
  context: IdentityContext,
  tx: Tx,
  userId: string,
  newEmail: string | null,
): Promise<Date> {
  const now = context.now();
  const heldUntil = new Date(now.getTime() + HOLD_MS.recovery);
  if (newEmail === null) {
    await updateUser(tx, userId, { twoStepMethod: 'EMAIL', withdrawalsHeldUntil: heldUntil, frozen: null });
    await deleteAuthenticator(tx, userId);
    await deleteRecoveryCodes(tx, userId);
  } else {
    await updateUser(tx, userId, { email: newEmail, withdrawalsHeldUntil: heldUntil, frozen: null });
    await sql`delete from external_identities where user_id = ${userId}`.execute(tx);
  }
  await deletePasskeys(tx, userId);
  await revokeAllKeys(context, tx, userId, null);
  await revokeSessions(tx, userId, now, null);
  await cancelPendingAuth(tx, userId, now);
  return heldUntil;
}
