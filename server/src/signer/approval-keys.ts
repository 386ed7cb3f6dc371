import { createHash } from 'node:crypto';
import { buildFingerprintText, shortenFingerprint } from '@sarraf/domain';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  type ApprovalKey,
  type Assertion,
  findAssertionProblem,
  parseApprovalPublicKey,
} from '../chains/approvals/assertion.ts';
import type { Signatures } from './allowances.ts';

const base64url = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength });

const KeyFile = Type.Object(
  {
    id: base64url(1_500),
    publicKey: base64url(2_000),
    origin: Type.String({ maxLength: 200 }),
    staffId: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    second: Type.Boolean(),
  },
  { additionalProperties: false },
);

/** Parses a key file written by the back office's page. Throws on anything else. */
export function parseKeyFile(text: string): ApprovalKey {
  const key: unknown = JSON.parse(text);
  if (!Value.Check(KeyFile, key)) throw new Error('not a key file of the back office’s page');
  parseApprovalPublicKey(key.publicKey);
  const { origin, protocol, hostname } = new URL(key.origin);
  // Secure contexts, in which browsers allow security keys.
  if (origin !== key.origin || (protocol !== 'https:' && hostname !== 'localhost'))
    throw new Error(`${key.origin} is not an origin that keys can be created at`);
  // Virtual keys never become lines of the journal.
  if (key.id.startsWith('sandbox-')) throw new Error('a key of the sandbox is not accepted');
  return key;
}

/** Returns the fingerprint in groups of four, to be read aloud and compared when a key is enrolled. */
export const formatKeyFingerprint = (key: ApprovalKey): string =>
  shortenFingerprint(createHash('sha256').update(buildFingerprintText(key)).digest('hex')).replaceAll(
    /.{4}(?=.)/g,
    '$& ',
  );

/**
 * Counts the valid assertions over a challenge: each of a known key, of different staff members other than `owner`.
 * A count of two requires one key that may be second.
 */
export function countSignatures(
  find: (id: string) => ApprovalKey | null,
  assertions: readonly Assertion[],
  challenge: string,
  owner: string | null,
): { count: Signatures; by: string[] } {
  const keys = new Map<string, ApprovalKey>();
  for (const assertion of assertions) {
    const key = find(assertion.key);
    if (key === null || key.staffId === owner || findAssertionProblem(key, challenge, assertion) !== null)
      continue;
    // Of several keys of one person, the one with more rights counts.
    if (!keys.get(key.staffId)?.second) keys.set(key.staffId, key);
  }
  const both = keys.size > 1 && [...keys.values()].some(({ second }) => second);
  return { count: both ? 2 : keys.size > 0 ? 1 : 0, by: [...keys.keys()] };
}
