import type {
  addPasskey,
  BodyOf,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@sarraf/domain/contracts';
import { askForKey, fromBase64url, KeyFailure, TIMEOUT_MS, toBase64url } from './security-key.ts';

const named = (id: string) => ({ type: 'public-key' as const, id: fromBase64url(id) });

/** Has one of the person's passkeys sign the challenge. Throws a `KeyFailure`. */
export async function answerWithPasskey(request: PasskeyRequest): Promise<PasskeyAssertion> {
  const { challenge, rpId, credentials } = request;
  const credential = await askForKey(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: fromBase64url(challenge),
        rpId,
        allowCredentials: credentials.map(named),
        userVerification: 'required',
        timeout: TIMEOUT_MS,
      },
    }),
  );
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new KeyFailure('FAILED');
  const { authenticatorData, clientDataJSON, signature, userHandle } = response;
  return {
    id: toBase64url(credential.rawId),
    authenticatorData: toBase64url(authenticatorData),
    clientDataJSON: toBase64url(clientDataJSON),
    signature: toBase64url(signature),
    ...(userHandle?.byteLength && { userHandle: toBase64url(userHandle) }),
  };
}

/** Makes a passkey that the device finds by itself, without a name typed. Throws a `KeyFailure`. */
export async function makePasskey(
  creation: PasskeyCreation,
): Promise<Omit<BodyOf<typeof addPasskey>, 'name'>> {
  const { challenge, rpId, rpName, userHandle, userName, algorithms, existing } = creation;
  const credential = await askForKey(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: fromBase64url(challenge),
        rp: { id: rpId, name: rpName },
        user: { id: fromBase64url(userHandle), name: userName, displayName: userName },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
        excludeCredentials: existing.map(named),
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
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new KeyFailure('FAILED');
  return {
    id: toBase64url(credential.rawId),
    attestationObject: toBase64url(response.attestationObject),
    clientDataJSON: toBase64url(response.clientDataJSON),
    // Older browsers don't say.
    transports: response.getTransports?.() ?? [],
  };
}
