/** Returns the pause before another attempt: `firstMs`, doubled by each earlier failure, and `maxMs` at most. */
export const computeBackoff = (
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
  earlierFailures: number,
): number => Math.min(firstMs * 2 ** earlierFailures, maxMs);
