/** Proves that a request comes from the owner of a key. */

export interface Signer {
  /** Id of the API key, as in the list of keys. */
  readonly key: string;
  /** Returns the signature of the text in base64. */
  sign(text: string): Promise<string>;
}

/** The signed parts of a request. */
export interface SignedRequest {
  /** Milliseconds since 1970. */
  time: string;
  method: string;
  /** Path and query exactly as sent, from `/api` on. */
  path: string;
  /** Empty: the request has none. */
  body: string;
}

const encodeText = (text: string) => new TextEncoder().encode(text);

export async function textToSign({ time, method, path, body }: SignedRequest): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encodeText(body)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time}\n${method}\n${path}\n${hex}`;
}

/** Signer for an ED25519 key. `privateKey`: PEM (PKCS #8); it doesn't leave this process. */
export function ed25519(key: string, privateKey: string): Signer {
  const base64 = privateKey.replace(/-----[A-Z ]+-----|\s/g, '');
  let imported: Promise<CryptoKey> | null = null;
  return {
    key,
    async sign(text) {
      imported ??= crypto.subtle.importKey('pkcs8', fromBase64(base64), 'Ed25519', false, ['sign']);
      return toBase64(await crypto.subtle.sign('Ed25519', await imported, encodeText(text)));
    },
  };
}

/** Signer for an HMAC key. `secret`: the text as it was shown. */
export function hmac(key: string, secret: string): Signer {
  let imported: Promise<CryptoKey> | null = null;
  return {
    key,
    async sign(text) {
      const algorithm = { name: 'HMAC', hash: 'SHA-256' };
      imported ??= crypto.subtle.importKey('raw', encodeText(secret), algorithm, false, ['sign']);
      return toBase64(await crypto.subtle.sign('HMAC', await imported, encodeText(text)));
    },
  };
}

/**
 * Creates a key pair for a new key: the public key goes into the form at /profile/settings/api, the private key
 * stays here.
 */
export async function newKeyPair(): Promise<{ publicKey: string; privateKey: string }> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const [spki, pkcs8] = await Promise.all([
    crypto.subtle.exportKey('spki', pair.publicKey),
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
  ]);
  return { publicKey: formatPem('PUBLIC KEY', spki), privateKey: formatPem('PRIVATE KEY', pkcs8) };
}

const formatPem = (label: string, bytes: ArrayBuffer) =>
  `-----BEGIN ${label}-----\n${toBase64(bytes)}\n-----END ${label}-----\n`;
const toBase64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
