import { AppError, cleanPastedValue } from '@sarraf/domain';
import type { Tx } from '../../platform/database/database.ts';
import { clientNetworkKey } from '../../platform/http/network-address.ts';
import { changeProtection } from '../account/change-protection.ts';
import { assertSettingsChangeable } from '../account/lock-settings.ts';
import { hasActiveCode } from '../codes/code-store.ts';
import { GUESSES_PER_CODE, HOLD_MS } from '../codes/limits.ts';
import type { BrowserIdentity, IdentityContext } from '../deps.ts';
import { findPersonByAddress, type LoginIdentifier, parseLoginAddress } from '../find-person.ts';
import { lockUser, type User } from '../store.ts';
import { consumeResetCode } from './check-reset-code.ts';
import { hashPassword } from './passwords.ts';
import { clearPasswordFailures } from './prove-password.ts';
import { requireStrongPassword } from './require-strong-password.ts';
import { sealPassword } from './sealed-password.ts';
import { consumeResetTicket, findTicketOwner } from './ticket-store.ts';
import { addressKeyOf, digestToken, isToken } from './tokens.ts';

/**
 * Sets a new password, or a first one, with a code or the ticket it was exchanged for. All sessions end. It signs
 * nobody in and doesn't change the second step, so that it can't bypass that.
 *
 * WEAK_PASSWORD (`errors` names the broken rule); COMMON_PASSWORD; Incorrect OTP; Code Expired; CHALLENGE_REFUSED;
 * TOO_MANY_REQUESTS (`retryAfter`); ACCOUNT_FROZEN, SETTINGS_LOCKED (`until`): the password can't be changed
 * either; SERVICE_UNAVAILABLE: too many passwords are being hashed.
 */
export async function resetPassword(
  context: IdentityContext,
  identifier: LoginIdentifier,
  { code, password }: { code: string; password: string },
  { client, ip }: { client: BrowserIdentity; ip: string },
): Promise<void> {
  requireStrongPassword(password, parseLoginAddress(identifier) ?? '');
  // Hashing is expensive, so callers without a pending reset are stopped here once their network is over its
  // budget.
  if (!(await hasPendingReset(context, identifier, code.trim(), client))) client.network.assertWithinBudget();
  const passwordHash = await hashPassword(password, { from: clientNetworkKey(ip), isKnownClient: false });
  const userId = await context.db.transaction().execute(async (tx) => {
    const user = await lockResetUser(tx, identifier, cleanPastedValue(code));
    const userId = await consumeResetProof(context, tx, identifier, cleanPastedValue(code), client);
    if (user === null || userId !== user.id) return null;
    requireStrongPassword(password, user.email);
    // Revealed only to the holder of the code.
    assertSettingsChangeable(context, user);
    await changeProtection(context, tx, {
      user,
      changes: { passwordEncrypted: sealPassword(context, user.id, passwordHash) },
      except: null,
      holdMs: HOLD_MS.password,
      audit: { actorId: null, action: 'password reset' },
      notice: (heldUntil) => ({ kind: 'PASSWORD_CHANGED', heldUntil }),
    });
    await clearPasswordFailures(context, tx, user);
    return user.id;
  });
  if (userId === null) throw new AppError('Incorrect OTP');
  context.bus.publish('user', { userId });
}

/** Whether a ticket or a code of this client is pending, whatever the code is. */
async function hasPendingReset(
  context: IdentityContext,
  identifier: LoginIdentifier,
  code: string,
  client: BrowserIdentity,
): Promise<boolean> {
  if (isToken(code)) return (await findTicketOwner(context.db, digestToken(code))) !== null;
  const address = parseLoginAddress(identifier);
  if (address === null) return false;
  const codeScope = {
    key: addressKeyOf(context.secrets, address),
    purposes: ['RESET'],
    sessionId: null,
    client,
  } as const;
  return hasActiveCode(context.db, codeScope, context.now(), GUESSES_PER_CODE);
}

/** Locks the user before the code or ticket, in the order of everything that ends these, to avoid deadlocks. */
async function lockResetUser(tx: Tx, identifier: LoginIdentifier, code: string): Promise<User | null> {
  if (isToken(code)) {
    const userId = await findTicketOwner(tx, digestToken(code));
    return userId === null ? null : lockUser(tx, userId);
  }
  const address = parseLoginAddress(identifier);
  const userByAddress = address === null ? null : await findPersonByAddress(tx, address);
  return userByAddress && lockUser(tx, userByAddress.id);
}

/** Returns the owner of the code or ticket, which is used up. Null: a wrong code. */
async function consumeResetProof(
  context: IdentityContext,
  tx: Tx,
  identifier: LoginIdentifier,
  code: string,
  client: BrowserIdentity,
): Promise<string | null> {
  if (!isToken(code)) return consumeResetCode(context, tx, { who: identifier, client }, code);
  const owner = await consumeResetTicket(tx, digestToken(code), context.now());
  if (owner === null) throw new AppError('Code Expired');
  return owner;
}
