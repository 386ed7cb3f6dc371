import * as contracts from '@sarraf/domain/contracts';
import { expect, it } from 'vitest';
import { getRemainingLetters, MAX_MESSAGE, MAX_SUBJECT } from './limits.ts';

it('equal those of the contracts', () => {
  expect([MAX_MESSAGE, MAX_SUBJECT]).toEqual([contracts.MAX_MESSAGE, contracts.MAX_SUBJECT]);
});

it('counts the remaining characters near the limit', () => {
  expect(getRemainingLetters('x'.repeat(10), 300)).toBeNull();
  expect(getRemainingLetters('x'.repeat(100), 300)).toBe(200);
  expect(getRemainingLetters('x'.repeat(300), 300)).toBe(0);
});
