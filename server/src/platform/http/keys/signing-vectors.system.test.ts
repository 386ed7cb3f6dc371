/**
 * Checks docs/api/signing-vectors.json, the test vectors for other implementations, with this server, node:crypto,
 * openssl and python3.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import file from '../../../../../docs/api/signing-vectors.json' with { type: 'json' };
import { removeFolder } from '../../../../test/remove-folder.ts';
import { isSignedBy, verificationKeyOf } from '../../../identity/program-keys/key-grant.ts';
import { buildSignedText, computeBodyDigest } from './signed-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'sarraf-vectors-'));
afterAll(() => removeFolder(folder));
const has = (program: string) =>
  spawnSync(program, ['--version']).status === 0 || spawnSync(program, ['version']).status === 0;
const terms = { permissions: [], addresses: [], createdAt: 0, expiresAt: null };

it.each(file.vectors)('$name: is accepted by this server, and no variation of it', (vector) => {
  const { time, method, path, body, bodySha256, text } = vector;
  expect(computeBodyDigest(body)).toBe(bodySha256);
  expect(buildSignedText({ time, method, path, bodyDigest: bodySha256 })).toBe(text);
  const keys = [
    [{ kind: 'ED25519', key: file.ed25519.publicKey, ...terms }, vector.ed25519],
    [{ kind: 'HMAC', key: file.hmacSha256.secret, ...terms }, vector.hmacSha256],
  ] as const;
  for (const [grant, signature] of keys) {
    const key = verificationKeyOf({ ...grant, permissions: [], addresses: [] });
    const bytes = Buffer.from(signature, 'base64');
    expect(isSignedBy(key, text, bytes)).toBe(true);
    expect(isSignedBy(key, `${text}\n`, bytes)).toBe(false);
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    expect(isSignedBy(key, text, bytes)).toBe(false);
  }
});

it.each(file.vectors)('$name: is reproduced by node:crypto', ({ text, ed25519, hmacSha256 }) => {
  const key = createPublicKey(file.ed25519.privateKeyPem);
  expect(verify(null, Buffer.from(text), key, Buffer.from(ed25519, 'base64'))).toBe(true);
  expect(createHmac('sha256', file.hmacSha256.secret).update(text).digest('base64')).toBe(hmacSha256);
});

it.skipIf(!has('openssl')).each(file.vectors)('$name: is reproduced by openssl', ({ text, ed25519 }) => {
  const [key, message, out] = ['key.pem', 'message', 'signature'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(key, file.ed25519.privateKeyPem);
  writeFileSync(message, text);
  execFileSync('openssl', ['pkeyutl', '-sign', '-rawin', '-inkey', key, '-in', message, '-out', out]);
  expect(readFileSync(out).toString('base64')).toBe(ed25519);
});

const PYTHON = `
import base64, hashlib, hmac, json, sys
file = json.load(open(sys.argv[1]))
secret = file['hmacSha256']['secret'].encode()
print(json.dumps([base64.b64encode(hmac.new(secret, '\\n'.join([v['time'], v['method'], v['path'],
  hashlib.sha256(v['body'].encode()).hexdigest()]).encode(), hashlib.sha256).digest()).decode() for v in file['vectors']]))
`;

it.skipIf(!has('python3'))('all vectors are reproduced by python3 from the parts of each request', () => {
  const path = join(import.meta.dirname, '../../../../../docs/api/signing-vectors.json');
  const output = execFileSync('python3', ['-c', PYTHON, path]).toString();
  expect(JSON.parse(output)).toEqual(file.vectors.map(({ hmacSha256 }) => hmacSha256));
});
