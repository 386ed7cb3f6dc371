import { createHash, createPrivateKey, sign } from 'node:crypto';

/** By Ed25519. `path` with its query, exactly as it is sent; `body` as it is sent, or nothing. */
export function signatureOf(privateKeyPem: string, time: string, method: string, path: string, body = '') {
  const digest = createHash('sha256').update(body).digest('hex');
  const text = [time, method, path, digest].join('\n');
  return sign(null, Buffer.from(text), createPrivateKey(privateKeyPem)).toString('base64');
}
