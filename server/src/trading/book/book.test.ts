import { beforeEach, describe, expect, it } from 'vitest';
import { createPlainBook } from '../../../test/plain-book.ts';
import { createSeededRandom, SEED } from '../../../test/random.ts';
import type { Book, IncomingOrder, Match } from './book-types.ts';
import { createBook } from './fast-book.ts';

describe.each([
  ['the fast book', createBook],
  ['the plain book', createPlainBook],
])('%s', (_, create) => {
  let book: Book;
  beforeEach(() => {
    book = create();
  });

  const buy = (tick: number, lots: number, owner = 1) => book.add({ side: 'buy', owner, tick, lots });
  const sell = (tick: number, lots: number, owner = 1) => book.add({ side: 'sell', owner, tick, lots });
  const taker = (
    side: 'buy' | 'sell',
    limit: number,
    lots: number,
    more: Partial<IncomingOrder> = {},
  ): IncomingOrder => ({
    side,
    owner: 9,
    limit,
    lots,
    budget: Number.POSITIVE_INFINITY,
    ...more,
  });
  function take(...order: Parameters<typeof taker>): Match {
    const { number, fills, refilled, rest, end } = book.match(taker(...order));
    const copy = { number, fills: fills.map((fill) => ({ ...fill })), refilled, rest, end };
    book.apply(number);
    return copy;
  }

  it('is empty at first', () => {
    expect(book.size).toBe(0);
    expect(book.getBestTick('buy')).toBeNull();
    expect(book.getBestTick('sell')).toBeNull();
    expect(book.listLevels('buy', 10)).toEqual([]);
    expect(take('buy', 100, 5)).toMatchObject({ fills: [], rest: 5, end: 'empty' });
    expect(take('sell', 100, 5)).toMatchObject({ fills: [], rest: 5, end: 'empty' });
    expect(book.serialize()).toEqual(create().serialize());
  });

  it('displays one slice of an order at a time, the next one behind the others of its price', () => {
    const large = book.add({ side: 'sell', owner: 2, tick: 100, lots: 10, slice: 4 });
    const other = sell(100, 3, 3);
    expect(book.listLevels('sell', 1)).toEqual([[100, 7, 2]]);
    expect([book.getLots(large), book.getDisplayedLots(large)]).toEqual([10, 4]);
    // A partly taken slice keeps its priority; a fully taken one loses it.
    expect(take('buy', 100, 1).refilled).toEqual([]);
    expect(take('buy', 100, 3)).toMatchObject({
      refilled: [{ maker: large, displayedLots: 4 }],
      end: 'filled',
    });
    expect(book.listLevels('sell', 1)).toEqual([[100, 7, 2]]);
    expect(take('buy', 100, 2).fills).toEqual([{ maker: other, tick: 100, lots: 2 }]);
    // An order larger than all displayed lots takes slice after slice, as one fill.
    expect(take('buy', 100, 6)).toMatchObject({
      fills: [
        { maker: other, tick: 100, lots: 1 },
        { maker: large, tick: 100, lots: 5 },
      ],
      refilled: [{ maker: large, displayedLots: 1 }],
    });
    expect(book.listLevels('sell', 1)).toEqual([[100, 1, 1]]);
    expect(take('buy', 100, 9)).toMatchObject({ rest: 8, end: 'empty', refilled: [] });
    expect(book.serialize()).toEqual(create().serialize());
  });

  it('orders with hidden lots take turns, and one that gives way leaves with its hidden lots', () => {
    const [one, two] = [2, 3].map((owner) => book.add({ side: 'buy', owner, tick: 50, lots: 9, slice: 2 }));
    expect(take('sell', 50, 7)).toMatchObject({
      fills: [
        { maker: one, lots: 4 },
        { maker: two, lots: 3 },
      ],
      refilled: [
        { maker: two, displayedLots: 1 },
        { maker: one, displayedLots: 2 },
      ],
    });
    expect([book.getLots(one as number), book.getLots(two as number)]).toEqual([5, 6]);
    // Reducing takes hidden lots first.
    book.reduce(two as number, 5);
    expect([book.getDisplayedLots(two as number), book.getLots(two as number)]).toEqual([1, 1]);
    expect(take('sell', 50, 1, { owner: 2, selfTrade: 'OLDEST' }).fills).toEqual([
      { maker: two, tick: 50, lots: 1 },
    ]);
    expect(take('sell', 50, 1, { owner: 2, selfTrade: 'OLDEST' })).toMatchObject({
      fills: [{ maker: one, tick: 50, lots: 0 }],
      rest: 1,
    });
    expect(book.serialize()).toEqual(create().serialize());
    // Hidden lots are gone with their order: a later order at the same array index hides nothing.
    const later = book.add({ side: 'buy', owner: 4, tick: 50, lots: 3 });
    expect([book.getLots(later), book.getDisplayedLots(later)]).toEqual([3, 3]);
    expect(take('sell', 50, 5)).toMatchObject({ fills: [{ maker: later, tick: 50, lots: 3 }], rest: 2 });
  });

  it('restores an order with its displayed lots', () => {
    const again = create();
    const large = book.add({ side: 'sell', owner: 2, tick: 100, lots: 10, slice: 4 });
    take('buy', 100, 5);
    again.add({ side: 'sell', owner: 2, tick: 100, lots: 5, slice: 4, displayedLots: 3 });
    expect(book.serialize()).toEqual(again.serialize());
    expect(book.remove(large)).toBe(5);
    expect(book.size).toBe(0);
  });

  it('sells to the highest bid and buys from the lowest ask first', () => {
    buy(99, 1);
    buy(101, 2);
    buy(100, 3);
    sell(110, 1);
    sell(108, 2);
    sell(109, 3);
    expect(book.getBestTick('buy')).toBe(101);
    expect(book.getBestTick('sell')).toBe(108);
    expect(take('sell', 1, 6).fills.map(({ tick, lots }) => [tick, lots])).toEqual([
      [101, 2],
      [100, 3],
      [99, 1],
    ]);
    expect(take('buy', 200, 6).fills.map(({ tick, lots }) => [tick, lots])).toEqual([
      [108, 2],
      [109, 3],
      [110, 1],
    ]);
    expect(book.size).toBe(0);
  });

  it('fills orders of one price in the order of arrival', () => {
    const handles = [1, 2, 3].map((owner) => sell(100, owner, owner));
    expect(take('buy', 100, 6).fills.map(({ maker }) => maker)).toEqual(handles);
  });

  it('does not trade beyond the limit', () => {
    sell(100, 5);
    sell(101, 5);
    expect(book.match(taker('buy', 99, 5))).toMatchObject({ fills: [], rest: 5, end: 'empty' });
    expect(book.match(taker('buy', 100, 7))).toMatchObject({ rest: 2, end: 'empty' });
    buy(90, 5);
    buy(89, 5);
    expect(book.match(taker('sell', 91, 5))).toMatchObject({ fills: [], rest: 5, end: 'empty' });
    expect(book.match(taker('sell', 90, 7))).toMatchObject({ rest: 2, end: 'empty' });
  });

  it('match changes nothing', () => {
    sell(100, 5);
    const before = book.serialize();
    book.match(taker('buy', 100, 3));
    book.match(taker('buy', 100, 30));
    expect(book.serialize()).toEqual(before);
  });

  it('applies only the last match, and none after the book has changed', () => {
    const waiting = sell(100, 5);
    const first = book.match(taker('buy', 100, 1)).number;
    const second = book.match(taker('buy', 100, 2)).number;
    expect(() => book.apply(first)).toThrow('a stale match');
    sell(101, 5);
    expect(() => book.apply(second)).toThrow('a stale match');
    const third = book.match(taker('buy', 100, 2)).number;
    book.apply(third);
    expect(() => book.apply(third)).toThrow('a stale match');
    const fourth = book.match(taker('buy', 100, 2)).number;
    book.remove(waiting);
    expect(() => book.apply(fourth)).toThrow('a stale match');
    expect(book.listLevels('sell', 10)).toEqual([[101, 5, 1]]);
  });

  it('matches nothing for zero lots', () => {
    sell(100, 5);
    expect(book.match(taker('buy', 100, 0))).toMatchObject({ fills: [], rest: 0, end: 'filled' });
  });

  it('lets a partly filled order keep its priority', () => {
    const first = sell(100, 5, 1);
    const second = sell(100, 5, 2);
    expect(take('buy', 100, 2)).toMatchObject({
      fills: [{ maker: first, tick: 100, lots: 2 }],
      rest: 0,
      end: 'filled',
    });
    expect(book.getLots(first)).toBe(3);
    expect(book.listLevels('sell', 5)).toEqual([[100, 8, 2]]);
    expect(take('buy', 100, 4).fills).toEqual([
      { maker: first, tick: 100, lots: 3 },
      { maker: second, tick: 100, lots: 1 },
    ]);
    expect(book.getLots(second)).toBe(4);
    expect(book.size).toBe(1);
  });

  it('fills exactly up to the end of an order, and of a level', () => {
    sell(100, 5);
    sell(101, 5);
    expect(take('buy', 101, 5)).toMatchObject({ rest: 0, end: 'filled' });
    expect(book.getBestTick('sell')).toBe(101);
    expect(take('buy', 101, 5)).toMatchObject({ rest: 0, end: 'filled' });
    expect(book.getBestTick('sell')).toBeNull();
  });

  it.each([
    ['head', 0, [2, 3]],
    ['middle', 1, [1, 3]],
    ['tail', 2, [1, 2]],
  ])('removes a cancelled order at the %s', (_place, cancelled, left) => {
    const handles = [1, 2, 3].map((owner) => buy(100, owner * 10, owner));
    expect(book.remove(handles[cancelled] as number)).toBe((cancelled + 1) * 10);
    expect(book.size).toBe(2);
    expect(book.listLevels('buy', 5)).toEqual([[100, 60 - (cancelled + 1) * 10, 2]]);
    buy(100, 40, 4);
    const fills = take('sell', 100, 1000).fills.map(({ lots }) => lots / 10);
    expect(fills).toEqual([...left, 4]);
  });

  it('has the next best price after the best order is cancelled', () => {
    const best = [buy(100, 1), sell(110, 1)];
    buy(90, 1);
    sell(120, 1);
    for (const handle of best) book.remove(handle);
    expect(book.getBestTick('buy')).toBe(90);
    expect(book.getBestTick('sell')).toBe(120);
    sell(91, 1);
    buy(90, 2);
    expect(book.getBestTick('sell')).toBe(91);
    expect(book.listLevels('buy', 5)).toEqual([[90, 3, 2]]);
  });

  it('lets one side use prices that the other has left', () => {
    sell(100, 1);
    take('buy', 100, 1);
    buy(100, 1);
    expect(book.getBestTick('buy')).toBe(100);
    expect(book.getBestTick('sell')).toBeNull();
    take('sell', 100, 1);
    sell(50, 1);
    expect(book.getBestTick('sell')).toBe(50);
    expect(book.getBestTick('buy')).toBeNull();
  });

  it('refuses an order that would cross, and stays unchanged', () => {
    buy(100, 1);
    sell(110, 1);
    const before = book.serialize();
    expect(() => buy(110, 1)).toThrow();
    expect(() => buy(111, 1)).toThrow();
    expect(() => sell(100, 1)).toThrow();
    expect(() => sell(99, 1)).toThrow();
    expect(book.serialize()).toEqual(before);
    expect(book.size).toBe(2);
  });

  it('throws for an order that has left', () => {
    const cancelled = buy(100, 1);
    const filled = buy(99, 1);
    book.remove(cancelled);
    take('sell', 99, 1);
    for (const handle of [cancelled, filled, 12345]) {
      expect(() => book.remove(handle)).toThrow();
      expect(() => book.getLots(handle)).toThrow();
    }
    expect(book.size).toBe(0);
  });

  describe('self-trade prevention', () => {
    it('stops before an order of the same owner', () => {
      sell(100, 5, 9);
      expect(book.match(taker('buy', 100, 5))).toMatchObject({ fills: [], rest: 5, end: 'own' });
    });

    it('takes orders before the own one, at its price and at better prices', () => {
      sell(99, 1, 1);
      sell(100, 2, 2);
      sell(100, 5, 9);
      sell(100, 5, 3);
      const match = book.match(taker('buy', 200, 10));
      expect(match.fills.map(({ lots }) => lots)).toEqual([1, 2]);
      expect(match).toMatchObject({ rest: 7, end: 'own' });
    });

    it('ignores an own order beyond the limit, beyond the amount or on its own side', () => {
      sell(100, 5, 1);
      sell(100, 5, 9);
      sell(101, 5, 9);
      buy(90, 5, 9);
      expect(book.match(taker('buy', 100, 5))).toMatchObject({ rest: 0, end: 'filled' });
      expect(book.match(taker('sell', 91, 5))).toMatchObject({ rest: 5, end: 'empty' });
    });
  });

  describe('budget of a taker', () => {
    it('is spent as far as whole lots go', () => {
      sell(10, 3);
      sell(20, 3);
      const match = book.match(taker('buy', 100, 1000, { budget: 30 + 59 }));
      expect(match.fills.map(({ tick, lots }) => [tick, lots])).toEqual([
        [10, 3],
        [20, 2],
      ]);
      expect(match).toMatchObject({ rest: 995, end: 'budget' });
    });

    it('ends an order also when it is used up exactly', () => {
      sell(10, 3);
      sell(20, 3);
      expect(book.match(taker('buy', 100, 1000, { budget: 30 }))).toMatchObject({ rest: 997, end: 'budget' });
      expect(book.match(taker('buy', 100, 1000, { budget: 90 }))).toMatchObject({ rest: 994, end: 'budget' });
      expect(book.match(taker('buy', 100, 1000, { budget: 110 }))).toMatchObject({ rest: 994, end: 'empty' });
    });

    it('buys nothing when it is too small for one lot', () => {
      sell(10, 3);
      expect(book.match(taker('buy', 100, 1000, { budget: 9 }))).toMatchObject({
        fills: [],
        rest: 1000,
        end: 'budget',
      });
    });

    it('has no effect once all lots are bought', () => {
      sell(10, 3);
      expect(book.match(taker('buy', 100, 3, { budget: 30 }))).toMatchObject({ rest: 0, end: 'filled' });
    });

    it('ends the order before an own order does, once it is spent', () => {
      sell(10, 3, 1);
      sell(20, 3, 9);
      expect(book.match(taker('buy', 100, 1000, { budget: 49 }))).toMatchObject({ end: 'budget' });
      expect(book.match(taker('buy', 100, 1000, { budget: 50 }))).toMatchObject({ end: 'own' });
    });

    it('is exact at the largest safe integers', () => {
      const tick = 94_906_265;
      sell(tick, tick);
      const { fills } = book.match(taker('buy', tick, tick, { budget: tick * tick - 1 }));
      expect(fills.map(({ lots }) => lots)).toEqual([tick - 1]);
    });
  });

  it('returns the best levels only', () => {
    for (let n = 0; n < 10; n += 1) {
      buy(100 - n, n + 1);
      sell(101 + n, n + 1);
      sell(101 + n, 1);
    }
    expect(book.listLevels('buy', 3)).toEqual([
      [100, 1, 1],
      [99, 2, 1],
      [98, 3, 1],
    ]);
    expect(book.listLevels('sell', 2)).toEqual([
      [101, 2, 2],
      [102, 3, 2],
    ]);
    expect(book.listLevels('sell', 0)).toEqual([]);
    expect(book.listLevels('sell', 100)).toHaveLength(10);
  });

  it('handles prices however far apart', () => {
    const ticks = [
      0,
      1,
      31,
      32,
      1023,
      1024,
      13_000_000,
      2 ** 30 - 1,
      2 ** 30,
      2 ** 32 + 7,
      2 ** 40,
      2 ** 53 - 1,
    ];
    for (const tick of ticks.slice(0, 6).toReversed()) buy(tick, 1);
    for (const tick of ticks.slice(6)) sell(tick, 1);
    expect(book.listLevels('buy', 20).map(([tick]) => tick)).toEqual(ticks.slice(0, 6).toReversed());
    expect(book.listLevels('sell', 20).map(([tick]) => tick)).toEqual(ticks.slice(6));
    expect(take('buy', 2 ** 53 - 1, 6).fills.map(({ tick }) => tick)).toEqual(ticks.slice(6));
    expect(take('sell', 0, 6)).toMatchObject({ rest: 0 });
    expect(book.size).toBe(0);
  });

  it('follows a price over millions of ticks, up and down', () => {
    let handles: number[] = [];
    for (const middle of [13_000_000, 13_100_000, 40_000_000, 8_388_608, 900, 5_000_000_000, 13_000_000]) {
      for (const handle of handles) book.remove(handle);
      handles = [1, 2, 40, 5000].flatMap((far) => [
        buy(Math.max(middle - far, 0), far),
        sell(middle + far, far),
      ]);
      expect(book.getBestTick('buy')).toBe(middle - 1);
      expect(book.getBestTick('sell')).toBe(middle + 1);
      expect(book.listLevels('sell', 9).map(([tick]) => tick - middle)).toEqual([1, 2, 40, 5000]);
    }
  });

  it('handles new orders correctly when handles are reused', () => {
    const old = [buy(100, 1), buy(101, 2), sell(110, 3)];
    take('sell', 1, 3);
    book.remove(old[2] as number);
    const fresh = [sell(50, 4, 2), sell(49, 5, 3), buy(10, 6, 4)];
    expect(new Set(fresh).size).toBe(3);
    expect(fresh.map((handle) => book.getLots(handle))).toEqual([4, 5, 6]);
    expect(book.listLevels('sell', 9)).toEqual([
      [49, 5, 1],
      [50, 4, 1],
    ]);
  });

  it('grows, and shrinks to empty', () => {
    const handles = Array.from({ length: 2000 }, (_unused, n) =>
      n % 2 === 0 ? buy(1_000_000 - n * 37, n + 1) : sell(1_000_001 + n * 41, n + 1),
    );
    expect(new Set(handles).size).toBe(2000);
    expect(handles.map((handle) => book.getLots(handle))).toEqual(handles.map((_unused, n) => n + 1));
    expect(book.listLevels('buy', 5000)).toHaveLength(1000);
    for (const handle of handles.toReversed()) book.remove(handle);
    expect(book.size).toBe(0);
    expect(book.serialize()).toEqual(create().serialize());
  });

  it('has bytes that distinguish sides, prices, priorities, owners and lots', () => {
    const books: [side: 'buy' | 'sell', owner: number, tick: number, lots: number][][] = [
      [],
      [['buy', 1, 5, 7]],
      [['sell', 1, 5, 7]],
      [['buy', 2, 5, 7]],
      [['buy', 1, 6, 7]],
      [['buy', 1, 5, 8]],
      [
        ['buy', 1, 5, 7],
        ['buy', 2, 5, 7],
      ],
      [
        ['buy', 2, 5, 7],
        ['buy', 1, 5, 7],
      ],
      [
        ['buy', 1, 5, 7],
        ['buy', 2, 4, 7],
      ],
    ];
    const serializedBooks = books.map((orders) => {
      const one = create();
      for (const [side, owner, tick, lots] of orders) one.add({ side, owner, tick, lots });
      return Buffer.from(one.serialize()).toString('hex');
    });
    expect(new Set(serializedBooks).size).toBe(books.length);
  });
});

describe('memory of the fast order book', () => {
  /** Returns the bytes allocated by `make`, including garbage from growing. */
  function bytesOf<T>(make: () => T): [T, number] {
    const before = process.memoryUsage().arrayBuffers;
    const book = make();
    return [book, process.memoryUsage().arrayBuffers - before];
  }

  it('is a few kB while it is empty', () => {
    const [books, bytes] = bytesOf(() => Array.from({ length: 100 }, createBook));
    expect(bytes / books.length).toBeLessThan(4096);
  });

  it('stays constant when the price wanders over the whole range and orders come and go', () => {
    const book = createBook();
    const handles: number[] = [];
    const [, bytes] = bytesOf(() => {
      for (let n = 0; n < 100_000; n += 1) {
        const tick = (n * 7_919_317) % 2 ** 43;
        handles.push(book.add({ side: 'buy', owner: 1, tick, lots: 1 }));
        if (handles.length > 20) book.remove(handles.shift() as number);
      }
    });
    expect(book.size).toBe(20);
    expect(bytes).toBeLessThan(256 * 1024);
  });

  it('is bounded by the number of orders, however far apart their prices are', () => {
    const [book, bytes] = bytesOf(() => {
      const orderBook = createBook();
      for (let n = 0; n < 10_000; n += 1)
        orderBook.add({ side: 'sell', owner: 1, tick: n * 800_000_000_001, lots: 1 });
      return orderBook;
    });
    expect(book.listLevels('sell', 20_000)).toHaveLength(10_000);
    expect(bytes / 10_000).toBeLessThan(1024);
  });

  it('is at most 64 bytes for each of a million orders, reserved space included', () => {
    const random = createSeededRandom(SEED);
    const book = createBook();
    let most = 0;
    // Prices within a fifth of the reference, two of three round, and fewer the further out.
    for (let n = 1; n <= 1_000_000; n += 1) {
      const far = 1 + Math.min(520_000 * ((1 - random()) ** (-2 / 3) - 1), 2_600_000);
      const step = random() < 2 / 3 ? 1000 : 1;
      const sells = random() < 0.5;
      const tick =
        step * (sells ? Math.ceil((13_000_000 + far) / step) : Math.floor((13_000_000 - far) / step));
      book.add({ side: sells ? 'sell' : 'buy', owner: 1, tick, lots: 1 + (n % 1000) });
      if (n > 500_000) most = Math.max(most, book.memory / n);
    }
    expect(book.size).toBe(1_000_000);
    expect(most).toBeLessThanOrEqual(64);
  });
});
