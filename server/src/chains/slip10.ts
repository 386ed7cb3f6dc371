import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const HARDENED = 0x8000_0000;

/**
 * Derives the ed25519 key (32 bytes) below a seed, by SLIP-0010. Every step is hardened, the only kind on this
 * curve. `path` without its marks: [44, 148, 0] for m/44'/148'/0'.
 */
export function deriveEd25519Key(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), seed);
  for (const step of path) {
    if (!Number.isInteger(step) || step < 0 || step >= HARDENED) throw new Error(`slip10: step ${step}`);
    const index = new Uint8Array(4);
    new DataView(index.buffer).setUint32(0, step + HARDENED);
    node = hmac(sha512, node.subarray(32), concatBytes(Uint8Array.of(0), node.subarray(0, 32), index));
  }
  return node.slice(0, 32);
}
