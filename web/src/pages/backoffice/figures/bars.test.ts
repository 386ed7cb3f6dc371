import { expect, it } from 'vitest';
import { computeBarHeights, computeCoverage } from './bars.ts';

it('computeBarHeights scales the largest value to the full height, and draws nothing for zero', () => {
  expect(computeBarHeights(['0', '5', null, '10', '-3'], 40)).toEqual([0, 20, 0, 40, 0]);
  expect(computeBarHeights([1, 100_000], 40)).toEqual([2, 40]);
  expect(computeBarHeights([0, '0'], 40)).toEqual([0, 0]);
  expect(computeBarHeights([], 40)).toEqual([]);
});

it('computeCoverage returns the covered percentage, truncated, and null if a part is unknown or nothing is owed', () => {
  expect(computeCoverage(['30', '71.9'], '100')).toBe('101.0');
  expect(computeCoverage(['9999', '0'], '100000')).toBe('9.9');
  expect(computeCoverage(['90000000000000000001', '0'], '90000000000000000001')).toBe('100.0');
  expect(computeCoverage(['1', null], '1')).toBeNull();
  expect(computeCoverage(['1', '1'], null)).toBeNull();
  expect(computeCoverage(['1'], '0')).toBeNull();
});
