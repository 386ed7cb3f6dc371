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

/** What was begun can't be finished: steps of signing in, codes on their way, tickets for a new password. */
export async function cancelPendingAuth(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`update one_time_codes set used_at = ${now} where user_id = ${userId} and used_at is null`.execute(
    tx,
  );
  await sql`update reset_tickets set used_at = ${now} where user_id = ${userId} and used_at is null`.execute(
    tx,
  );
}

/**
 * Lets somebody in again whom the staff has identified anew. A lost second factor: codes go by e-mail, the
 * authenticator and its recovery codes are gone. A lost mailbox: they go to the new address, and the Google account,
 * which is mostly the same mailbox, opens nothing any more. The password stays, passkeys and API keys don't. All sessions end, a freeze is lifted, and
 * nothing leaves until the time answered. Throws PostgreSQL's 23505 for an address that is taken.
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
