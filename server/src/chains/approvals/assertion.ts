import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** A security key's response to a challenge (WebAuthn, `navigator.credentials.get`); each part in base64url. */
export interface Assertion {
  /** Id of the credential. */
  key: string;
  authenticatorData: string;
  clientDataJSON: string;
  signature: string;
}

/** A staff member's security key, as the signer stores it. */
export interface ApprovalKey {
  /** Id of the credential, base64url. */
  id: string;
  /** SubjectPublicKeyInfo in DER, base64url: P-256, Ed25519, or RSA of 2048 bits and more. */
  publicKey: string;
  /** The origin where it was registered and for which alone it signs: https://sarraf.example. */
  origin: string;
  staffId: string;
  name: string;
  /** Whether it may also give the second of two approvals. */
  second: boolean;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
/** Hash of the relying party's id, flags and counter. */
const MIN_AUTHENTICATOR_DATA_LENGTH = 37;
const MAX_CLIENT_DATA = 4_096;
const MIN_RSA_BITS = 2_048;

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Throws for anything but a public key of a supported kind. */
export function parseApprovalPublicKey(spki: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(spki, 'base64url'), format: 'der', type: 'spki' });
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  const isSupported =
    (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') ||
    key.asymmetricKeyType === 'ed25519' ||
    (key.asymmetricKeyType === 'rsa' && modulusLength >= MIN_RSA_BITS);
  if (!isSupported) throw new Error('unsupported key: not ES256, EdDSA (Ed25519) or RS256');
  return key;
}

/**
 * Returns the error of an assertion by this key over this challenge (base64url); null: valid. Both the presence and
 * the verification of the user are required. The counter is ignored: a challenge is signed for one purpose only,
 * and synchronised keys have none.
 */
export function findAssertionProblem(
  key: ApprovalKey,
  challenge: string,
  assertion: Assertion,
): string | null {
  if (assertion.key !== key.id) return 'another key';
  const clientData = Buffer.from(assertion.clientDataJSON, 'base64url');
  const clientDataProblem = findClientDataProblem(clientData, challenge, key.origin);
  if (clientDataProblem !== null) return clientDataProblem;
  const authenticatorData = Buffer.from(assertion.authenticatorData, 'base64url');
  if (authenticatorData.length < MIN_AUTHENTICATOR_DATA_LENGTH) return 'the authenticator data is too short';
  if (!authenticatorData.subarray(0, 32).equals(sha256(new URL(key.origin).hostname)))
    return 'another relying party';
  if (
    !isSignatureValid(
      key.publicKey,
      Buffer.concat([authenticatorData, sha256(clientData)]),
      assertion.signature,
    )
  )
    return 'the signature does not hold';
  const flags = authenticatorData[32] ?? 0;
  if ((flags & USER_PRESENT) === 0) return 'the person was not present';
  return (flags & USER_VERIFIED) === 0 ? 'the key did not verify its user' : null;
}

function findClientDataProblem(bytes: Buffer, challenge: string, origin: string): string | null {
  if (bytes.length > MAX_CLIENT_DATA) return 'the client data is too long';
  let data: Record<string, unknown>;
  try {
    data = Object(JSON.parse(bytes.toString('utf8')));
  } catch {
    return 'the client data is no JSON';
  }
  if (data.type !== 'webauthn.get') return 'not what a key signs when it is asked';
  if (data.challenge !== challenge) return 'another challenge';
  if (data.origin !== origin) return 'another origin';
  return data.crossOrigin === true || data.topOrigin !== undefined ? 'from within another page' : null;
}

function isSignatureValid(publicKey: string, signed: Buffer, signature: string): boolean {
  try {
    const key = parseApprovalPublicKey(publicKey);
    const hash = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
    return verify(hash, signed, key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
