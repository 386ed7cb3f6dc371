/** A security key in software (WebAuthn, ES256), as a browser would use it. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { ApprovalKey, Assertion } from '../src/chains/approvals/assertion.ts';
import { newId } from '../src/platform/ids.ts';

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

export interface TestKey extends ApprovalKey {
  /** The file that the back office's page creates. */
  file: string;
  /** `flags`: user present and verified by default. */
  sign(challenge: string, more?: { origin?: string; flags?: number; type?: string }): Assertion;
}

export function createTestKey(properties: Partial<ApprovalKey> = {}): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key: ApprovalKey = {
    id: randomBytes(32).toString('base64url'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    origin: 'https://sarraf.example',
    staffId: newId(),
    name: 'Tara',
    second: true,
    ...properties,
  };
  return {
    ...key,
    file: JSON.stringify(key),
    sign(challenge, { origin = key.origin, flags = 0x05, type = 'webauthn.get' } = {}) {
      const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
      const data = Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags, 0, 0, 0, 1])]);
      return {
        key: key.id,
        authenticatorData: data.toString('base64url'),
        clientDataJSON: clientData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey).toString(
          'base64url',
        ),
      };
    },
  };
}
