import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { listNeededGenerations, type SeedSlot, shareFilePath } from '../generations.ts';
import type { KeyShare } from './key-share.ts';
import { computeSeedFingerprint, type ShareThreshold } from './split-seed.ts';

/** Description of the shares of a seed; none of it is secret. */
export interface ShareSet extends ShareThreshold {
  set: string;
  /** Fingerprint of the seed. */
  fingerprint: string;
}

const File = Type.Object({
  version: Type.Literal(1),
  set: Type.String({ pattern: '^[0-9a-f]{10}$' }),
  needed: Type.Integer({ minimum: 2 }),
  of: Type.Integer({ minimum: 3 }),
  fingerprint: Type.String({ pattern: '^[0-9a-f]{32}$' }),
});

/** Returns the set of a generation's seed; null: it was never split. */
export function readShareSet(dir: string, slot: SeedSlot = 0): ShareSet | null {
  const file = shareFilePath({ dir }, slot);
  if (!existsSync(file)) return null;
  const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Value.Check(File, stored)) throw new Error(`${file} has no valid description of shares`);
  const { set, needed, of, fingerprint } = stored;
  return { set, needed, of, fingerprint };
}

/** Stores the set as the signer's current one, atomically. */
export function writeShareSet(
  dir: string,
  slot: SeedSlot,
  entropy: Uint8Array,
  { set, needed, of }: Omit<KeyShare, 'number' | 'part'>,
): void {
  const fingerprint = computeSeedFingerprint(entropy);
  const file = shareFilePath({ dir }, slot);
  // Its generation once it is activated.
  const next = slot === 'NEXT' ? { generation: (listNeededGenerations(dir).at(-1) ?? 0) + 1 } : {};
  const fd = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeSync(fd, `${JSON.stringify({ version: 1, set, needed, of, fingerprint, ...next })}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(`${file}.new`, file);
}
