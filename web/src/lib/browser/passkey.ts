import type {
  addPasskey,
  BodyOf,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@sarraf/domain/contracts';
import {
  fromBase64url,
  hasSecurityKeys,
  requestCredential,
  SecurityKeyError,
  TIMEOUT_MS,
  toBase64url,
} from './security-key.ts';

const toCredentialDescriptor = (id: string) => ({ type: 'public-key' as const, id: fromBase64url(id) });

/** The pending offer among a field's suggestions; a browser handles one request at a time. */
let pendingOffer: AbortController | null = null;

/** Whether passkeys can be offered among the suggestions of a field whose `autocomplete` contains `webauthn`. */
export async function canOfferPasskeys(): Promise<boolean> {
  if (!hasSecurityKeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/**
 * Offers the person's passkeys among a field's suggestions until one is chosen; null: cancelled for another
 * request, or by `cancelPasskeyOffer`.
 */
export async function offerPasskeys(request: PasskeyRequest): Promise<PasskeyAssertion | null> {
  cancelPasskeyOffer();
  const controller = new AbortController();
  pendingOffer = controller;
  try {
    return await requestAssertion(request, { mediation: 'conditional', signal: controller.signal });
  } catch (error) {
    if (controller.signal.aborted) return null;
    throw error;
  } finally {
    if (pendingOffer === controller) pendingOffer = null;
  }
}

export function cancelPasskeyOffer(): void {
  pendingOffer?.abort();
  pendingOffer = null;
}

/** Has one of the person's passkeys sign the challenge. Throws a `SecurityKeyError`. */
export function signWithPasskey(request: PasskeyRequest): Promise<PasskeyAssertion> {
  cancelPasskeyOffer();
  return requestAssertion(request, {});
}

async function requestAssertion(
  { challenge, rpId, credentials }: PasskeyRequest,
  options: Pick<CredentialRequestOptions, 'mediation' | 'signal'>,
): Promise<PasskeyAssertion> {
  const credential = await requestCredential(() =>
    navigator.credentials.get({
      ...options,
      publicKey: {
        challenge: fromBase64url(challenge),
        rpId,
        allowCredentials: credentials.map(toCredentialDescriptor),
        userVerification: 'required',
        ...(options.mediation !== 'conditional' && { timeout: TIMEOUT_MS }),
      },
    }),
  );
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new SecurityKeyError('FAILED');
  const { authenticatorData, clientDataJSON, signature, userHandle } = response;
  return {
    id: toBase64url(credential.rawId),
    authenticatorData: toBase64url(authenticatorData),
    clientDataJSON: toBase64url(clientDataJSON),
    signature: toBase64url(signature),
    ...(userHandle?.byteLength && { userHandle: toBase64url(userHandle) }),
  };
}

/** Creates a discoverable passkey, which signs in without a typed user name. Throws a `SecurityKeyError`. */
export async function createPasskey(
  creation: PasskeyCreation,
): Promise<Omit<BodyOf<typeof addPasskey>, 'name'>> {
  cancelPasskeyOffer();
  const { challenge, rpId, rpName, userHandle, userName, algorithms, existing } = creation;
  const credential = await requestCredential(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: fromBase64url(challenge),
        rp: { id: rpId, name: rpName },
        user: { id: fromBase64url(userHandle), name: userName, displayName: userName },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
        excludeCredentials: existing.map(toCredentialDescriptor),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
        timeout: TIMEOUT_MS,
      },
    }),
  );
  const { response } = credential;
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new SecurityKeyError('FAILED');
  return {
    id: toBase64url(credential.rawId),
    attestationObject: toBase64url(response.attestationObject),
    clientDataJSON: toBase64url(response.clientDataJSON),
    // Older browsers don't report them.
    transports: response.getTransports?.() ?? [],
  };
}
