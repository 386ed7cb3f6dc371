import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Book, BookLevel, BookSide } from './book.ts';
import {
  buildAreaPath,
  computeDepth,
  findStopIndex,
  getHeight,
  getPosition,
  getPriceAt,
  PICTURE_SIZE,
} from './depth.ts';

const SCALE = 8;
const levels = (...pairs: [price: bigint, amount: bigint][]): BookLevel[] =>
  pairs.map(([price, amount]) => ({ price, amount }));
const ONE = 100_000_000n;
const book: Book = {
  bids: levels([990n, ONE], [980n, 2n * ONE], [950n, ONE]),
  asks: levels([1010n, ONE], [1040n, 3n * ONE]),
};

describe('the depth of an order book', () => {
  test('is the cumulative sum of a level and all better ones, with its cost', () => {
    const depth = computeDepth(book, SCALE);
    expect(depth?.stops.map(({ side, price, sum, total }) => [side, price, sum, total])).toEqual([
      ['bids', 950n, 4n * ONE, 990n + 2n * 980n + 950n],
      ['bids', 980n, 3n * ONE, 990n + 2n * 980n],
      ['bids', 990n, ONE, 990n],
      ['asks', 1010n, ONE, 1010n],
      ['asks', 1040n, 4n * ONE, 1010n + 3n * 1040n],
    ]);
    expect(depth).toMatchObject({ middle: 1000n, low: 950n, high: 1050n, most: 4n * ONE });
  });

  test('truncates the cost once, so that truncation errors do not add up', () => {
    const dust = levels([33n, ONE / 2n], [31n, ONE / 2n]);
    expect(computeDepth({ bids: dust, asks: [] }, SCALE)?.stops[0]?.total).toBe(32n);
  });

  test('is defined at any price, and empty between the two sides', () => {
    const depth = computeDepth(book, SCALE);
    if (!depth) throw new Error('a book with orders has a depth');
    const at = (price: bigint) => {
      const stop = findStopIndex(depth, price);
      return stop === null ? null : depth.stops[stop]?.price;
    };
    expect([960n, 951n, 950n, 940n].map(at)).toEqual([980n, 980n, 950n, 950n]);
    expect([990n, 991n, 1009n].map(at)).toEqual([990n, null, null]);
    expect([1010n, 1039n, 1040n, 9999n].map(at)).toEqual([1010n, 1010n, 1040n, 1040n]);
  });
});

test('leaves out prices far from the market, but always includes the best ones', () => {
  const far = computeDepth({ ...book, bids: [...book.bids, ...levels([1n, 9n * ONE])] }, SCALE);
  expect(far?.low).toBe(950n);
  const lonely = computeDepth({ bids: levels([100n, ONE]), asks: levels([1000n, ONE]) }, SCALE);
  expect(lonely).toMatchObject({ low: 100n, high: 1000n });
});

test('centres the best price if only one side has orders, and is null for an empty order book', () => {
  expect(computeDepth({ bids: [], asks: [] }, SCALE)).toBeNull();
  const asks = computeDepth({ bids: [], asks: book.asks }, SCALE);
  expect(asks).toMatchObject({ middle: null, low: 980n, high: 1040n });
  expect(asks && buildAreaPath(asks, 'bids')).toBe('');
  const one = computeDepth({ bids: levels([5n, 1n]), asks: [] }, SCALE);
  expect(one).toMatchObject({ low: 4n, high: 6n });
});

test('buildAreaPath draws steps outward from the middle', () => {
  const depth = computeDepth(book, SCALE);
  expect(depth && buildAreaPath(depth, 'asks')).toBe('M600.0 1000H600.0V760.0H900.0V40.0H1000V1000Z');
  expect(depth && buildAreaPath(depth, 'bids')).toBe('M400.0 1000H400.0V760.0H300.0V280.0H0.0V40.0H0V1000Z');
});

const side = (sign: bigint): fc.Arbitrary<BookLevel[]> =>
  fc
    .array(fc.record({ away: fc.bigInt(1n, 900n), amount: fc.bigInt(1n, 1_000_000_000n) }), { maxLength: 30 })
    .map((steps) => {
      let price = 50_000n;
      return steps.map(({ away, amount }) => {
        price += sign * away;
        return { price, amount };
      });
    });

test('has sums that grow outward, within the drawing area, for any order book', () => {
  fc.assert(
    fc.property(side(-1n), side(1n), (bids, asks) => {
      const depth = computeDepth({ bids, asks }, SCALE);
      expect(depth === null).toBe(bids.length + asks.length === 0);
      if (!depth) return;
      for (const { price, sum } of depth.stops) {
        expect(getPosition(depth, price)).toBeGreaterThanOrEqual(0);
        expect(getPosition(depth, price)).toBeLessThanOrEqual(1);
        expect(getHeight(depth, sum)).toBeGreaterThanOrEqual(0);
        expect(getHeight(depth, sum)).toBeLessThanOrEqual(PICTURE_SIZE);
      }
      const sums = (of: BookSide) => depth.stops.filter((stop) => stop.side === of).map(({ sum }) => sum);
      const rises = (all: bigint[]) => all.every((sum, at) => at === 0 || sum > (all[at - 1] ?? 0n));
      expect(rises(sums('asks')) && rises(sums('bids').reverse())).toBe(true);
      for (const [at, stop] of depth.stops.entries()) expect(findStopIndex(depth, stop.price)).toBe(at);
      expect([getPriceAt(depth, 0), getPriceAt(depth, 1)]).toEqual([depth.low, depth.high]);
    }),
  );
});
