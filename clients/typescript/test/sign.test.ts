import { createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import file from '../../../docs/api/signing-vectors.json' with { type: 'json' };
import { ed25519, hmac, newKeyPair, textToSign } from '../src/index.ts';

it.each(file.vectors)('$name: equals the test vector', async (vector) => {
  const text = await textToSign(vector);
  expect(text).toBe(vector.text);
  expect(await ed25519('key', file.ed25519.privateKeyPem).sign(text)).toBe(vector.ed25519);
  expect(await hmac('key', file.hmacSha256.secret).sign(text)).toBe(vector.hmacSha256);
});

it('newKeyPair returns a matching pair', async () => {
  const { publicKey, privateKey } = await newKeyPair();
  const signature = await ed25519('key', privateKey).sign('text');
  expect(
    verify(null, Buffer.from('text'), createPublicKey(publicKey), Buffer.from(signature, 'base64')),
  ).toBe(true);
});
