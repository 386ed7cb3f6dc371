import type { OrderBook } from '@sarraf/domain/contracts';
import { describe, expect, test } from 'vitest';
import {
  applyBookChange,
  type BookChange,
  buildBookLines,
  getLinePrice,
  getSpread,
  groupLevels,
  mergeBookChanges,
  parseBook,
} from './book.ts';

const BOOK: OrderBook = {
  marketType: 'BITCOIN_TOMAN',
  sequence: 7,
  bids: [
    ['99', '1.0'],
    ['98', '2.0'],
  ],
  asks: [
    ['101', '1.0'],
    ['103', '3.0'],
  ],
};

describe('changes of the order book', () => {
  test('two consecutive changes merge into one with the same effect', () => {
    const first: BookChange = { sequence: 8, prev: 7, bids: [['99', '0.2']], asks: [['101', '0']] };
    const next: BookChange = {
      sequence: 9,
      prev: 8,
      bids: [['99', '0.3']],
      asks: [
        ['101', '0.7'],
        ['102', '1.0'],
      ],
    };
    const both = mergeBookChanges(first, next);
    const one = applyBookChange(BOOK, first);
    expect(both && applyBookChange(BOOK, both)).toEqual(one && applyBookChange(one, next));
    expect(mergeBookChanges(next, first)).toBe(next);
    expect(mergeBookChanges(first, { ...next, prev: 9, sequence: 10 })).toBeNull();
  });

  test('set, insert in order and remove levels', () => {
    const next = applyBookChange(BOOK, {
      sequence: 9,
      prev: 7,
      bids: [
        ['98', '0'],
        ['100', '0.5'],
      ],
      asks: [
        ['101', '0.4'],
        ['102', '5.0'],
      ],
    });
    expect(next).toEqual({
      ...BOOK,
      sequence: 9,
      bids: [
        ['100', '0.5'],
        ['99', '1.0'],
      ],
      asks: [
        ['101', '0.4'],
        ['102', '5.0'],
        ['103', '3.0'],
      ],
    });
  });

  test('sort by value, not as texts', () => {
    const next = applyBookChange(BOOK, { sequence: 8, prev: 7, bids: [], asks: [['1000', '1.0']] });
    expect(next?.asks.map(([price]) => price)).toEqual(['101', '103', '1000']);
  });

  test('are ignored if outdated, applied if overlapping, and rejected after a gap', () => {
    expect(applyBookChange(BOOK, { sequence: 7, prev: 6, bids: [['99', '9.0']], asks: [] })).toBe(BOOK);
    expect(applyBookChange(BOOK, { sequence: 8, prev: 5, bids: [['99', '9.0']], asks: [] })?.bids[0]).toEqual(
      ['99', '9.0'],
    );
    expect(applyBookChange(BOOK, { sequence: 10, prev: 8, bids: [], asks: [] })).toBeNull();
  });

  test('leave the previous order book object unchanged', () => {
    applyBookChange(BOOK, { sequence: 8, prev: 7, bids: [['99', '0']], asks: [] });
    expect(BOOK.bids).toHaveLength(2);
  });
});

const level = (price: bigint, amount: bigint) => ({ price, amount });

describe('lines of the order book', () => {
  test('never show a better price than the levels they group', () => {
    expect(getLinePrice(107n, 'bids', 10n)).toBe(100n);
    expect(getLinePrice(107n, 'asks', 10n)).toBe(110n);
    expect(getLinePrice(110n, 'asks', 10n)).toBe(110n);
  });

  test('combine levels', () => {
    const levels = [level(101n, 1n), level(105n, 2n), level(110n, 4n), level(111n, 8n)];
    expect(groupLevels(levels, 'asks', 10n)).toEqual([level(110n, 7n), level(120n, 8n)]);
    expect(levels[0]).toEqual(level(101n, 1n));
  });

  test('have cumulative sums, and bars on the same scale for both sides', () => {
    const book = { asks: [level(11n, 10n), level(12n, 30n)], bids: [level(9n, 20n)] };
    const lines = buildBookLines(book, 1n, 5);
    expect(lines.asks.map(({ sum, depth }) => [sum, depth])).toEqual([
      [10n, 250],
      [40n, 1000],
    ]);
    expect(lines.bids).toEqual([{ ...level(9n, 20n), sum: 20n, depth: 500 }]);
  });

  test('are limited to the available room', () => {
    const asks = [level(1n, 1n), level(2n, 1n), level(3n, 1n)];
    expect(buildBookLines({ asks, bids: [] }, 1n, 2).asks).toHaveLength(2);
  });

  test('do not exist for an empty order book', () => {
    expect(buildBookLines({ asks: [], bids: [] }, 1n, 5)).toEqual({ asks: [], bids: [] });
  });
});

test('readBook converts texts to smallest units and omits removed levels', () => {
  const book = parseBook({ ...BOOK, asks: [['101.5', '0']] }, 8, 6);
  expect(book.bids[0]).toEqual({ price: 99_000_000n, amount: 100_000_000n });
  expect(book.asks).toEqual([]);
});

test('returns the spread, also as a share of the best ask', () => {
  expect(getSpread({ bids: [level(9_990n, 1n)], asks: [level(10_000n, 1n)] })).toEqual({
    units: 10n,
    percent: '0.10',
  });
  expect(getSpread({ bids: [], asks: [level(1n, 1n)] })).toBeNull();
});
