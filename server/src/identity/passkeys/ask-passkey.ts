import { AppError, normalizeEmail } from '@sarraf/domain';
import type { PasskeyRequest } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import { findPendingCode } from '../codes/code-store.ts';
import { RESEND_WINDOW_MS } from '../codes/limits.ts';
import type { IdentityContext } from '../deps.ts';
import type { IdentifiedBrowser } from '../login/client.ts';
import { addressKey } from '../login/tokens.ts';
import { findUserByEmail } from '../store.ts';
import { type ChallengeScope, makeChallenge } from './challenges.ts';
import { findPasskeys } from './passkey-store.ts';
import { relyingPartyOf } from './relying-party.ts';

/**
 * Returns a sign-in challenge that only this browser can answer. With an address it is for the second step pending
 * there after the password, and lists the user's passkeys; without, for any passkey that the user chooses.
 *
 * Code Expired: no such step is pending in this browser.
 */
export async function askPasskey(
  context: IdentityContext,
  address: string | undefined,
  client: IdentifiedBrowser,
): Promise<PasskeyRequest> {
  const place = { purpose: 'SIGN_IN', browser: client.digest } as const;
  if (address === undefined) return requestOf(context, { ...place, userId: null }, []);
  const email = normalizeEmail(address) ?? '';
  const user = await findUserByEmail(context.db, email);
  const step = {
    key: addressKey(context.secrets, email),
    purposes: ['LOGIN'],
    sessionId: null,
    client,
  } as const;
  const since = new Date(context.clock.now() - RESEND_WINDOW_MS);
  const waiting = await findPendingCode(context.db, step, since);
  if (user === null || waiting?.userId !== user.id) throw new AppError('Code Expired');
  return requestOf(context, { ...place, userId: user.id }, await credentialsOf(context, user.id));
}

/** Returns a challenge for confirming this session with a passkey instead of the code. NOT_FOUND: the user has none. */
export async function askStepUpPasskey(
  context: IdentityContext,
  { userId, sessionId }: Caller,
): Promise<PasskeyRequest> {
  const credentials = await credentialsOf(context, userId);
  if (credentials.length === 0) throw new AppError('NOT_FOUND');
  return requestOf(context, { purpose: 'STEP_UP', sessionId }, credentials);
}

const requestOf = (
  context: IdentityContext,
  place: ChallengeScope,
  credentials: string[],
): PasskeyRequest => ({
  challenge: makeChallenge(context, place),
  rpId: relyingPartyOf(context).id,
  credentials,
});

async function credentialsOf(context: IdentityContext, userId: string): Promise<string[]> {
  const passkeys = await findPasskeys(context.db, userId);
  return passkeys.map(({ credentialId }) => credentialId.toString('base64url'));
}
