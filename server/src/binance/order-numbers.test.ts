import { describe, expect, it } from 'vitest';
import { newId } from '../platform/ids.ts';
import { idRangeOfMs, idRangeOfNumber, orderNumberOf } from './order-numbers.ts';

describe('order numbers', () => {
  it('are integers that a double can hold, and distinguish ids of one moment', () => {
    const ids = Array.from({ length: 10_000 }, newId);
    const numbers = ids.map(orderNumberOf);
    expect(numbers.every((number) => Number.isSafeInteger(number) && number > 0)).toBe(true);
    // Ids of one millisecond are consecutive; the counter's first value is random, so it may wrap around once.
    expect(new Set(numbers).size).toBe(ids.length);
  });

  it('lead back to the ids of their millisecond', () => {
    for (const id of Array.from({ length: 1_000 }, newId)) {
      const range = idRangeOfNumber(orderNumberOf(id));
      expect(range && range.first <= id && id <= range.last).toBe(true);
    }
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])('never have the value %s', (number) => {
    expect(idRangeOfNumber(number)).toBeNull();
  });

  it('have no ids between those of two successive moments', () => {
    const [one, next] = [idRangeOfMs(1_790_000_000_000), idRangeOfMs(1_790_000_000_001)];
    expect(one.last < next.first).toBe(true);
  });
});
