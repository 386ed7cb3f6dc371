import { createHash } from 'node:crypto';
import { roundSignificant } from './figures.ts';

const ATTEMPTS = 5;
const ATTEMPT_MS = 300;
const BLOCK = Buffer.alloc(1_024, 'sarraf');
/** The prime of curve25519. */
const PRIME = 2n ** 255n - 19n;

/**
 * Measures the speed of one core, so that figures of different machines can be compared: iterations per millisecond
 * of CPU time, each the SHA-256 of 1 kB and a product of two 255-bit numbers modulo a prime; the best of five.
 */
export function measureCoreScore(): number {
  return roundSignificant(Math.max(...Array.from({ length: ATTEMPTS }, measureIterationsPerMs)));
}

function measureIterationsPerMs(): number {
  const startedAt = process.cpuUsage();
  const msSince = () => {
    const { user, system } = process.cpuUsage(startedAt);
    return (user + system) / 1_000;
  };
  let number = 3n;
  let iterations = 0;
  while (msSince() < ATTEMPT_MS) {
    for (let i = 0; i < 500; i += 1) {
      const digest = createHash('sha256').update(BLOCK).digest('hex');
      number = (number * (number + BigInt(`0x${digest}`))) % PRIME;
    }
    iterations += 500;
  }
  return iterations / msSince();
}
