import { crc32 as zlibs } from 'node:zlib';
import { expect, it } from 'vitest';
import { createNamedRandom } from '../../../server/test/random.ts';
import { type BookMessage, compareDecimals, OrderBook, type PriceLevel } from '../src/index.ts';

const messageOf = (
  type: 'snapshot' | 'update',
  bids: PriceLevel[],
  asks: PriceLevel[],
  checksum?: number,
): BookMessage => ({
  channel: 'book:BITCOIN_TETHER',
  seq: 1,
  type,
  data: { bids, asks, ...(checksum !== undefined && { checksum }) },
});

it('OrderBook has the checksum of the document’s example', () => {
  const book = new OrderBook();
  const asks: PriceLevel[] = [
    ['10.50', '0.020'],
    ['11.00', '3.000'],
  ];
  expect(book.apply(messageOf('snapshot', [['9.75', '1.500']], asks, 1611183864))).toBe(true);
  expect(book.apply(messageOf('snapshot', [['9.75', '1.501']], asks, 1611183864))).toBe(false);
});

it('compareDecimals compares exactly, where floating point can’t', () => {
  expect(compareDecimals('9007199254740993.1', '9007199254740993.10')).toBe(0);
  expect(compareDecimals('9007199254740993.2', '9007199254740993.1')).toBeGreaterThan(0);
  expect(compareDecimals('10', '9.99')).toBeGreaterThan(0);
  expect(compareDecimals('0.1', '0.25')).toBeLessThan(0);
});

it('OrderBook equals plain maps of integers, through a thousand changes', () => {
  const random = createNamedRandom('book of the client');
  const book = new OrderBook();
  const plain = { bids: new Map<number, number>(), asks: new Map<number, number>() };
  const text = (cents: number) => (cents / 100).toFixed(2);
  const sorted = (side: 'bids' | 'asks') =>
    [...plain[side]].sort(([a], [b]) => (side === 'asks' ? a - b : b - a));
  for (let round = 0; round < 1_000; round += 1) {
    const change = { bids: [] as PriceLevel[], asks: [] as PriceLevel[] };
    for (const side of ['bids', 'asks'] as const) {
      const price = (side === 'bids' ? 9_000 : 10_000) + Math.floor(random() * 60);
      const amount = random() < 0.4 ? 0 : 1 + Math.floor(random() * 1_000_000);
      if (amount === 0) plain[side].delete(price);
      else plain[side].set(price, amount);
      change[side].push([text(price), amount === 0 ? '0' : text(amount)]);
    }
    const best = [...sorted('asks').slice(0, 25), ...sorted('bids').slice(0, 25)];
    const checksum = zlibs(best.flat().map(String).join(''));
    expect(book.apply(messageOf('update', change.bids, change.asks, checksum))).toBe(true);
  }
  expect(book.asks).toEqual(sorted('asks').map((level) => level.map(text)));
  expect(book.bids).toEqual(sorted('bids').map((level) => level.map(text)));
});
