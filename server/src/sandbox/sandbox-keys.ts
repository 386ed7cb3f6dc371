import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto';
import type { ApprovalKey } from '../chains/approvals/assertion.ts';
import type { SandboxKeys } from '../custody/ports.ts';

/** Prefix from RFC 8410 for an ed25519 private key in DER. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const PREFIX = 'sandbox-';
/** An origin that doesn't exist: no browser signs for it. */
const ORIGIN = 'https://keys.sandbox.invalid';
const PRESENT_AND_VERIFIED = 0x05;

/**
 * A key for each staff member, derived from the sandbox's secret: the server signs with it, and the sandbox's
 * signer accepts it. `find`: null if none of them has that id.
 */
export function createSandboxKeys(secret: string): SandboxKeys & { find(id: string): ApprovalKey | null } {
  const derivePrivateKey = (staffId: string): KeyObject => {
    const seed = Buffer.from(hkdfSync('sha256', secret, staffId, 'sarraf sandbox approval key', 32));
    return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  };
  const of = (staffId: string): ApprovalKey => ({
    id: PREFIX + staffId,
    publicKey: createPublicKey(derivePrivateKey(staffId))
      .export({ format: 'der', type: 'spki' })
      .toString('base64url'),
    origin: ORIGIN,
    staffId,
    name: 'Sandbox',
    second: true,
  });
  return {
    keyOfStaff: of,
    find: (id) => (id.startsWith(PREFIX) ? of(id.slice(PREFIX.length)) : null),
    sign(staffId, challenge) {
      const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: ORIGIN }));
      const party = createHash('sha256').update(new URL(ORIGIN).hostname).digest();
      const data = Buffer.concat([party, Buffer.from([PRESENT_AND_VERIFIED, 0, 0, 0, 0])]);
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
      return {
        key: PREFIX + staffId,
        authenticatorData: data.toString('base64url'),
        clientDataJSON: clientData.toString('base64url'),
        signature: signBytes(null, signed, derivePrivateKey(staffId)).toString('base64url'),
      };
    },
  };
}
