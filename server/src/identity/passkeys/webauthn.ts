/** Wraps the WebAuthn library. Loaded at first use, since few processes need its 26 MB at the start. */
import { AppError } from '@sarraf/domain';
import type { PasskeyAssertion } from '@sarraf/domain/contracts';
import type { IdentityContext } from '../deps.ts';
import { relyingPartyOf } from './relying-party.ts';

/** COSE: EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257];

export interface NewCredential {
  credentialId: Buffer;
  /** COSE, base64url. */
  key: string;
  signCount: number;
  synced: boolean;
}

const loadLibrary = () => import('@simplewebauthn/server');

const expectedValuesOf = (context: IdentityContext, challenge: string) => {
  const { id, origin } = relyingPartyOf(context);
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: id };
};

/** Verifies the credential that a browser created for this challenge. PASSKEY_REFUSED: invalid. */
export async function verifyRegistration(
  context: IdentityContext,
  challenge: string,
  { id, ...response }: { id: string; attestationObject: string; clientDataJSON: string },
): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    ...expectedValuesOf(context, challenge),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((err: unknown) => refusePasskey(context, err));
  if (registrationInfo === undefined) throw new AppError('PASSKEY_REFUSED');
  const { credential, credentialDeviceType } = registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    key: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    synced: credentialDeviceType === 'multiDevice',
  };
}

/**
 * Verifies an assertion and returns its counter. PASSKEY_REFUSED: not signed by this key, or without user
 * verification.
 */
export async function readAssertion(
  context: IdentityContext,
  challenge: string,
  key: string,
  { id, ...assertion }: PasskeyAssertion,
): Promise<number> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response: assertion, clientExtensionResults: {} },
    ...expectedValuesOf(context, challenge),
    // The counter is compared when it is written, so that concurrent uses can't both pass.
    credential: { id, publicKey: Buffer.from(key, 'base64url'), counter: 0 },
  }).catch((err: unknown) => refusePasskey(context, err));
  if (!verified) throw new AppError('PASSKEY_REFUSED');
  return authenticationInfo.newCounter;
}

function refusePasskey(context: IdentityContext, err: unknown): never {
  context.log.info({ event: 'passkey refused', reason: (err as Error).message }, 'identity');
  throw new AppError('PASSKEY_REFUSED');
}
