import { AppError, normalizeEmail } from '@sarraf/domain';
import type { PasskeyRequest } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import { findPendingCode } from '../codes/code-store.ts';
import { RESEND_WINDOW_MS } from '../codes/limits.ts';
import type { IdentityContext } from '../deps.ts';
import type { IdentifiedBrowser } from '../login/client.ts';
import { addressKeyOf } from '../login/tokens.ts';
import { findUserByEmail } from '../store.ts';
import { type ChallengeScope, createChallenge } from './challenges.ts';
import { findPasskeys } from './passkey-store.ts';
import { relyingPartyOf } from './relying-party.ts';

/**
 * Returns a sign-in challenge that only this browser can answer. With an address it is for the second step pending
 * there after the password, and lists the user's passkeys; without, for any passkey that the user chooses.
 *
 * Code Expired: no such step is pending in this browser.
 */
export async function createSignInChallenge(
  context: IdentityContext,
  address: string | undefined,
  client: IdentifiedBrowser,
): Promise<PasskeyRequest> {
  const challengeScope = { purpose: 'SIGN_IN', browser: client.digest } as const;
  if (address === undefined) return buildPasskeyRequest(context, { ...challengeScope, userId: null }, []);
  const email = normalizeEmail(address) ?? '';
  const user = await findUserByEmail(context.db, email);
  const codeScope = {
    key: addressKeyOf(context.secrets, email),
    purposes: ['LOGIN'],
    sessionId: null,
    client,
  } as const;
  const since = new Date(context.clock.now() - RESEND_WINDOW_MS);
  const pendingCode = await findPendingCode(context.db, codeScope, since);
  if (user === null || pendingCode?.userId !== user.id) throw new AppError('Code Expired');
  return buildPasskeyRequest(
    context,
    { ...challengeScope, userId: user.id },
    await listCredentialIds(context, user.id),
  );
}

/** Returns a challenge for confirming this session with a passkey instead of the code. NOT_FOUND: the user has none. */
export async function createStepUpChallenge(
  context: IdentityContext,
  { userId, sessionId }: Caller,
): Promise<PasskeyRequest> {
  const credentials = await listCredentialIds(context, userId);
  if (credentials.length === 0) throw new AppError('NOT_FOUND');
  return buildPasskeyRequest(context, { purpose: 'STEP_UP', sessionId }, credentials);
}

const buildPasskeyRequest = (
  context: IdentityContext,
  challengeScope: ChallengeScope,
  credentials: string[],
): PasskeyRequest => ({
  challenge: createChallenge(context, challengeScope),
  rpId: relyingPartyOf(context).id,
  credentials,
});

async function listCredentialIds(context: IdentityContext, userId: string): Promise<string[]> {
  const passkeys = await findPasskeys(context.db, userId);
  return passkeys.map(({ credentialId }) => credentialId.toString('base64url'));
}
