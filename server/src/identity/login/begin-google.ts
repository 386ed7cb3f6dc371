import { AppError } from '@sarraf/domain';
import { newId } from '../../platform/ids.ts';
import type { BrowserIdentity, IdentityContext } from '../deps.ts';
import type { ExternalAttempt, Language } from '../ports.ts';
import { insertExternalSignIn } from './google-store.ts';
import { digestToken, newToken, normalizeReferralCode } from './tokens.ts';

/**
 * Starts a sign-in with Google: returns the URL for the browser, and the state that it must send back.
 *
 * GOOGLE_FAILURE: not offered here, or Google doesn't respond; TOO_MANY_REQUESTS (`retryAfter`).
 */
export async function beginGoogle(
  context: IdentityContext,
  { referralCode, language }: { referralCode: string | undefined; language: Language },
  { network }: Pick<BrowserIdentity, 'network'>,
): Promise<{ url: string; state: string }> {
  network.assertWithinBudget();
  if (!context.google) throw new AppError('GOOGLE_FAILURE');
  const attempt: ExternalAttempt = {
    state: newToken(),
    nonce: newToken(),
    verifier: newToken(),
    redirectUri: googleReturnUrlOf(context),
  };
  const url = await context.google.begin(attempt).catch((err: unknown) => {
    context.log.warn({ err }, 'identity: Google does not respond');
    throw new AppError('GOOGLE_FAILURE');
  });
  const id = newId();
  await insertExternalSignIn(
    context.db,
    {
      id,
      stateDigest: digestToken(attempt.state),
      secret: context.secrets.encrypt(
        JSON.stringify({ nonce: attempt.nonce, verifier: attempt.verifier }),
        'external_sign_ins.secret_encrypted',
        id,
      ),
      referralCode: normalizeReferralCode(referralCode),
      language,
    },
    context.now(),
  );
  return { url, state: attempt.state };
}

/** The redirect URI to be registered at Google. */
export const googleReturnUrlOf = (context: IdentityContext): string =>
  `${context.config.PUBLIC_URL}/api/users/google-sso/return`;
