import type { KeyAssertion } from '@sarraf/domain/contracts';

/**
 * UNSUPPORTED: the browser has no WebAuthn, or not on this page; CANCELLED: the person cancelled, took too long, or
 * used another key; KNOWN: the key is already registered; FAILED: any other failure.
 */
export type SecurityKeyErrorCode = 'UNSUPPORTED' | 'CANCELLED' | 'KNOWN' | 'FAILED';

export class SecurityKeyError extends Error {
  override readonly name = 'SecurityKeyError';
  readonly code: SecurityKeyErrorCode;
  constructor(code: SecurityKeyErrorCode) {
    super(code);
    this.code = code;
  }
}

export const TIMEOUT_MS = 120_000;
/** ES256, EdDSA, RS256: those that the signer verifies. */
const ALGORITHMS = [-7, -8, -257];

/** WebAuthn is only available on secure origins. */
export const hasSecurityKeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && window.isSecureContext;

/** Has one of the keys (ids in base64url) sign the challenge (base64url). Throws a `SecurityKeyError`. */
export async function signWithKey(challenge: string, keys: readonly string[]): Promise<KeyAssertion> {
  const credential = await requestCredential(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: fromBase64url(challenge),
        allowCredentials: keys.map((id) => ({ type: 'public-key' as const, id: fromBase64url(id) })),
        userVerification: 'required',
        timeout: TIMEOUT_MS,
      },
    }),
  );
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new SecurityKeyError('FAILED');
  return {
    key: toBase64url(credential.rawId),
    authenticatorData: toBase64url(response.authenticatorData),
    clientDataJSON: toBase64url(response.clientDataJSON),
    signature: toBase64url(response.signature),
  };
}

/** Creates a key; `except`: ids of the person's existing keys. Throws a `SecurityKeyError`. */
export async function createSecurityKey(
  siteName: string,
  person: { id: string; name: string },
  existingIds: readonly string[],
): Promise<{ id: string; publicKey: string }> {
  const credential = await requestCredential(() =>
    navigator.credentials.create({
      publicKey: {
        // Not verified: the signer trusts what an operator enrols.
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        rp: { name: siteName },
        user: { id: new TextEncoder().encode(person.id), name: person.name, displayName: person.name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
        excludeCredentials: existingIds.map((id) => ({ type: 'public-key' as const, id: fromBase64url(id) })),
        authenticatorSelection: { userVerification: 'required', residentKey: 'discouraged' },
        attestation: 'none',
        timeout: TIMEOUT_MS,
      },
    }),
  );
  const { response } = credential;
  const publicKey = response instanceof AuthenticatorAttestationResponse && response.getPublicKey();
  if (!publicKey) throw new SecurityKeyError('UNSUPPORTED');
  return { id: toBase64url(credential.rawId), publicKey: toBase64url(publicKey) };
}

/** Returns the SHA-256 of a text in hex. */
export async function sha256(text: string): Promise<string> {
  return Array.from(await digest(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Derives a challenge from a text: its SHA-256 in base64url. */
export const deriveChallenge = async (text: string): Promise<string> => toBase64url(await digest(text));

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** Runs a WebAuthn request; throws a `SecurityKeyError` unless it returns a credential. */
export async function requestCredential(
  work: () => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  if (!hasSecurityKeys()) throw new SecurityKeyError('UNSUPPORTED');
  let credential: Credential | null;
  try {
    credential = await work();
  } catch (error) {
    throw new SecurityKeyError(ERROR_CODES[(error as DOMException).name] ?? 'FAILED');
  }
  if (!(credential instanceof PublicKeyCredential)) throw new SecurityKeyError('FAILED');
  return credential;
}

const ERROR_CODES: Readonly<Record<string, SecurityKeyErrorCode>> = {
  NotAllowedError: 'CANCELLED',
  AbortError: 'CANCELLED',
  InvalidStateError: 'KNOWN',
  SecurityError: 'UNSUPPORTED',
  NotSupportedError: 'UNSUPPORTED',
};

export const toBase64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
