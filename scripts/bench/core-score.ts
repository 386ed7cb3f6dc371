import { createHash } from 'node:crypto';
import { rounded } from './figures.ts';

const TRIES = 5;
const TRY_MS = 300;
const BLOCK = Buffer.alloc(1_024, 'sarraf');
/** The prime of curve25519. */
const PRIME = 2n ** 255n - 19n;

/**
 * Measures the speed of one core, so that figures of different machines can be compared: iterations per millisecond
 * of CPU time, each the SHA-256 of 1 kB and a product of two 255-bit numbers modulo a prime; the best of five.
 */
export function coreScore(): number {
  return rounded(Math.max(...Array.from({ length: TRIES }, turnsPerMs)));
}

function turnsPerMs(): number {
  const began = process.cpuUsage();
  const msSince = () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000;
  };
  let number = 3n;
  let turns = 0;
  while (msSince() < TRY_MS) {
    for (let i = 0; i < 500; i += 1) {
      const digest = createHash('sha256').update(BLOCK).digest('hex');
      number = (number * (number + BigInt(`0x${digest}`))) % PRIME;
    }
    turns += 500;
  }
  return turns / msSince();
}
