import { expect, test } from 'vitest';
import { computeBackoff } from './backoff.ts';

test('a pause doubles with each failure up to its maximum, however many there were', () => {
  const backoff = { firstMs: 5_000, maxMs: 600_000 };
  expect([0, 1, 2, 6, 7, 10, 2_000].map((failures) => computeBackoff(backoff, failures))).toEqual([
    5_000, 10_000, 20_000, 320_000, 600_000, 600_000, 600_000,
  ]);
});
