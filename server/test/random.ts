/** Reproducible random numbers: a failure prints its seed, and SARRAF_SEED restores it. */

/** Constant by day; `npm run nightly` draws one. */
export const SEED = Number.parseInt(process.env.SARRAF_SEED ?? '2026', 10);

/** Mulberry32: numbers from 0 to below 1, reproducible from the seed. */
export function createSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a generator with this run's seed, which is printed with the given name. */
export function createNamedRandom(name: string): () => number {
  process.stdout.write(`${name}: random numbers of SARRAF_SEED=${SEED}\n`);
  return createSeededRandom(SEED);
}
