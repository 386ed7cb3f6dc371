import { Refusal } from '@sarraf/domain';
import { newId } from '../platform/ids.ts';
import type { IdentityContext } from './deps.ts';
import { insertExternalSignIn } from './google-store.ts';
import type { ExternalAttempt, Language } from './ports.ts';
import { digestToken, newToken, normalReferralCode } from './tokens.ts';

/**
 * Begins a sign-in with Google: answers where the browser goes, and the state that it must bring back.
 *
 * GOOGLE_FAILURE: not offered here, or Google doesn't answer.
 */
export async function beginGoogle(
  kit: IdentityContext,
  { referralCode, language }: { referralCode: string | undefined; language: Language },
): Promise<{ url: string; state: string }> {
  if (!kit.google) throw new Refusal('GOOGLE_FAILURE');
  const attempt: ExternalAttempt = {
    state: newToken(),
    nonce: newToken(),
    verifier: newToken(),
    redirectUri: googleReturnUrl(kit),
  };
  const url = await kit.google.begin(attempt).catch((err: unknown) => {
    kit.log.warn({ err }, 'identity: Google does not answer');
    throw new Refusal('GOOGLE_FAILURE');
  });
  const secret = kit.secrets.encrypt(JSON.stringify({ nonce: attempt.nonce, verifier: attempt.verifier }));
  await insertExternalSignIn(
    kit.db,
    {
      id: newId(),
      stateDigest: digestToken(attempt.state),
      secret,
      referralCode: normalReferralCode(referralCode),
      language,
    },
    kit.now(),
  );
  return { url, state: attempt.state };
}

/** What must be entered as the return address at Google. */
export const googleReturnUrl = (kit: IdentityContext): string => `${kit.config.PUBLIC_URL}/api/users/google-sso/return`;
