import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const ID_BYTES = 16;
/** Random bytes are read for 256 ids per system call: one call per id was a tenth of a trade's time. */
const pool = new Uint8Array(256 * ID_BYTES);
let used = pool.length;
let lastMs = 0;
let sequence = 0;

/**
 * Returns a random id (UUIDv7) greater than all earlier ones of this process, so that new rows are added at the end
 * of their index.
 */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + ID_BYTES);
  used += ID_BYTES;
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    sequence = ((random[6] ?? 0) << 23) | ((random[7] ?? 0) << 15) | ((random[8] ?? 0) << 7);
  } else {
    sequence = (sequence + 1) | 0;
    if (sequence === 0) lastMs += 1;
  }
  return v7({ random, msecs: lastMs, seq: sequence });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isId = (text: string): boolean => UUID.test(text);
