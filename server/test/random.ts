/** Random numbers that another run can repeat: a failure names its seed, and SARRAF_SEED gives it back. */

/** By day always the same; `npm run nightly` draws one. */
export const SEED = Number.parseInt(process.env.SARRAF_SEED ?? '2026', 10);

/** Mulberry32: numbers from 0 to below 1, the same again with the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Those of this run's seed, which is printed with the name of who asks. */
export function namedRandom(name: string): () => number {
  process.stdout.write(`${name}: random numbers of SARRAF_SEED=${SEED}\n`);
  return randomFrom(SEED);
}
