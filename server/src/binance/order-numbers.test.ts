import { describe, expect, it } from 'vitest';
import { newId } from '../platform/ids.ts';
import { idsFrom, idsOfNumber, orderNumberOf } from './order-numbers.ts';

describe('the number of an order', () => {
  it('is a whole number that a double holds, and tells ids of one moment apart', () => {
    const ids = Array.from({ length: 10_000 }, newId);
    const numbers = ids.map(orderNumberOf);
    expect(numbers.every((number) => Number.isSafeInteger(number) && number > 0)).toBe(true);
    // Ids of one millisecond count on; the counter's first value is random, so it may wrap around once.
    expect(new Set(numbers).size).toBe(ids.length);
  });

  it('leads back to the ids of its millisecond', () => {
    for (const id of Array.from({ length: 1_000 }, newId)) {
      const range = idsOfNumber(orderNumberOf(id));
      expect(range && range.first <= id && id <= range.last).toBe(true);
    }
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])('%s is nobody’s', (number) => {
    expect(idsOfNumber(number)).toBeNull();
  });

  it('has no ids between those of two moments that follow', () => {
    const [one, next] = [idsFrom(1_790_000_000_000), idsFrom(1_790_000_000_001)];
    expect(one.last < next.first).toBe(true);
  });
});
