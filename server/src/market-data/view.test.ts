import type { Side } from '@sarraf/domain';
import type { PriceLevel } from '@sarraf/domain/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookChange } from '../platform/bus/bus.ts';
import { BookChannel, CandleChannel, MAX_LEVELS_PER_SIDE, TradesChannel } from './channels.ts';
import { dayStart, RecentMinutes } from './recent-minutes.ts';
import { levelText } from './texts.ts';
import { MAX_TRADES, MarketView } from './view.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const empty = () => ({
  sequence: 0,
  fill: 0,
  lastPrice: null,
  levels: [],
  trades: [],
  minutes: [],
  before: null,
});
const emptyView = () => new MarketView('BITCOIN', 'TOMAN', empty());

/** A plain map as an order book, which generates valid changes. */
class PlainMarket {
  readonly levels = new Map<string, bigint>();
  readonly fills: (BookChange['fills'][number] & { at: number })[] = [];
  sequence = 0;

  change(steps: { side: Side; price: number; delta: number }[], trades: number[], at: number): BookChange {
    const levels: BookChange['levels'] = [];
    for (const { side, price, delta } of steps) {
      const key = `${side} ${price}`;
      const there = this.levels.get(key) ?? 0n;
      const after = there + BigInt(delta) < 0n ? 0n : there + BigInt(delta);
      levels.push({ side, price: BigInt(price), delta: after - there });
      if (after === 0n) this.levels.delete(key);
      else this.levels.set(key, after);
    }
    const fills = trades.map((price, i) => ({
      number: this.fills.length + i + 1,
      price: BigInt(price),
      amount: BigInt(price % 7) + 1n,
      notional: BigInt(price) * 3n,
      side: price % 2 === 0 ? ('buy' as const) : ('sell' as const),
    }));
    this.fills.push(...fills.map((fill) => ({ ...fill, at })));
    this.sequence += 1;
    return { market: 'BITCOIN_TOMAN', sequence: this.sequence, levels, fills, at };
  }

  top(side: Side): [bigint, bigint][] {
    const own = [...this.levels]
      .filter(([key]) => key.startsWith(side))
      .map(([key, amount]): [bigint, bigint] => [BigInt(key.split(' ')[1] ?? ''), amount])
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return (side === 'buy' ? own.reverse() : own).slice(0, MAX_LEVELS_PER_SIDE);
  }

  texts(): { bids: PriceLevel[]; asks: PriceLevel[] } {
    const of = (side: Side) => this.top(side).map((level) => levelText(level, 'BITCOIN', 'TOMAN'));
    return { bids: of('buy'), asks: of('sell') };
  }
}

const step = fc.record({
  side: fc.constantFrom<Side>('buy', 'sell'),
  price: fc.integer({ min: 1, max: 320 }),
  delta: fc.integer({ min: -40, max: 90 }),
});
const changes = fc.array(
  fc.record({
    // Enough steps that there are more prices than are published.
    steps: fc.array(step, { maxLength: 60, size: 'max' }),
    trades: fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 40 }),
    wait: fc.constantFrom(1, 900, 20_000, MINUTE, 3 * HOUR, 13 * HOUR),
  }),
  { minLength: 1, maxLength: 40, size: 'max' },
);

describe('MarketView', () => {
  it('equals a plain calculation over all changes', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const plain = new PlainMarket();
        const view = emptyView();
        let now = NOON;
        for (const { steps, trades, wait } of all) {
          now += wait;
          expect(view.applyChange(plain.change(steps, trades, now))).toBe('done');
          expect(view.listBest('buy', MAX_LEVELS_PER_SIDE)).toEqual(plain.top('buy'));
          expect(view.listBest('sell', MAX_LEVELS_PER_SIDE)).toEqual(plain.top('sell'));
          expect(view.getBest('buy')).toBe(plain.top('buy')[0]?.[0] ?? null);
          expect(view.trades).toEqual(plain.fills.slice(-MAX_TRADES).reverse());
          const day = plain.fills.filter(({ at }) => at >= dayStart(now));
          const sum = (of: 'amount' | 'notional') => day.reduce((total, fill) => total + fill[of], 0n);
          const prices = day.map(({ price }) => price).sort((a, b) => (a < b ? -1 : 1));
          const before = plain.fills.findLast(({ at }) => at < dayStart(now));
          expect(view.minutes.computeStatistics(now)).toEqual({
            traded: day.length > 0,
            volume: sum('amount'),
            value: sum('notional'),
            high: prices.at(-1) ?? 0n,
            low: prices[0] ?? 0n,
            before: before && before.at >= dayStart(now) - 24 * HOUR ? before.price : (day[0]?.price ?? null),
          });
        }
        expect(view.lastPrice).toBe(plain.fills.at(-1)?.price ?? null);
      }),
      { numRuns: 40 },
    );
  });

  it('recognises changes that are old and changes that were missed', () => {
    const plain = new PlainMarket();
    const view = emptyView();
    const [first, second, third] = [1, 2, 3].map((price) =>
      plain.change([{ side: 'buy', price, delta: 5 }], [price], NOON),
    ) as [BookChange, BookChange, BookChange];
    expect(view.applyChange(first)).toBe('done');
    expect(view.applyChange(first)).toBe('known');
    expect(view.applyChange(third)).toBe('missed');
    expect(view.applyChange({ ...second, fills: third.fills })).toBe('missed');
    const beyond = [{ side: 'buy' as const, price: 1n, delta: -6n }];
    expect(view.applyChange({ ...second, levels: beyond })).toBe('missed');
    expect(view.sequence).toBe(1);
  });

  it('lets one change empty a price on one side and fill it on the other', () => {
    const plain = new PlainMarket();
    const view = emptyView();
    view.applyChange(plain.change([{ side: 'sell', price: 9, delta: 5 }], [], NOON));
    view.applyChange(
      plain.change(
        [
          { side: 'sell', price: 9, delta: -5 },
          { side: 'buy', price: 9, delta: 3 },
        ],
        [9],
        NOON,
      ),
    );
    expect(view.listBest('sell', 5)).toEqual([]);
    expect(view.listBest('buy', 5)).toEqual([[9n, 3n]]);
  });
});

it("MarketView counts a fill into its own minute when the writer's clock is behind", () => {
  const minutes = new RecentMinutes();
  const fill = (price: bigint) => ({ price, amount: 1n, notional: price });
  minutes.add(fill(10n), NOON + MINUTE);
  minutes.add(fill(11n), NOON - 1);
  minutes.add(fill(12n), NOON + MINUTE + 1);
  expect(minutes.listSince(0).map(({ time, close }) => [time, close])).toEqual([
    [NOON - MINUTE, 11n],
    [NOON + MINUTE, 12n],
  ]);
});

/** A reader of the order book, like the web's: levels by price. */
class Reader {
  seq = 0;
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();

  constructor(seq: number, sides: { bids: PriceLevel[]; asks: PriceLevel[] }) {
    this.seq = seq;
    this.apply(sides);
  }

  apply(sides: { bids: PriceLevel[]; asks: PriceLevel[] }): void {
    for (const side of ['bids', 'asks'] as const)
      for (const [price, amount] of sides[side]) {
        if (/[1-9]/.test(amount)) this[side].set(price, amount);
        else this[side].delete(price);
      }
  }

  /** Sorts by price, which equal-length texts compare by: lowest first. */
  sorted(side: 'bids' | 'asks'): [string, string][] {
    const byValue = [...this[side]].sort(([a], [b]) => Number(a) - Number(b));
    return side === 'bids' ? byValue.reverse() : byValue;
  }
}

describe('BookChannel', () => {
  it('gives every reader the same order book, whenever they subscribed and whatever happened between two messages', () => {
    fc.assert(
      fc.property(changes, fc.infiniteStream(fc.nat(9)), (all, dice) => {
        const roll = () => dice.next().value as number;
        const plain = new PlainMarket();
        const view = emptyView();
        const channel = new BookChannel(() => view);
        const readers = [new Reader(channel.getSequence(), channel.getSnapshot())];
        const fetched: Reader[] = [];
        for (const { steps } of all) {
          const change = plain.change(steps, [], NOON);
          view.applyChange(change);
          // Fetched by GET at any moment, also between two messages.
          if (roll() < 3) fetched.push(new Reader(view.sequence, plain.texts()));
          if (roll() < 5) continue;
          const update = channel.nextUpdate();
          if (!update) continue;
          const { seq, prev } = update.number;
          expect(seq).toBe(view.sequence);
          for (const reader of readers) {
            expect(reader.seq).toBe(prev);
            reader.apply(update.data);
            reader.seq = seq;
            expect({ bids: reader.sorted('bids'), asks: reader.sorted('asks') }).toEqual(plain.texts());
          }
          for (const reader of fetched.filter((one) => one.seq < seq)) {
            expect(prev).toBeLessThanOrEqual(reader.seq);
            reader.apply(update.data);
            reader.seq = seq;
            expect({ bids: reader.sorted('bids'), asks: reader.sorted('asks') }).toEqual(plain.texts());
          }
          if (roll() < 3) readers.push(new Reader(channel.getSequence(), channel.getSnapshot()));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('names no level beyond the published ones, and names the level that replaces a removed one', () => {
    const plain = new PlainMarket();
    const view = emptyView();
    const buy = (...deltas: [price: number, delta: number][]) =>
      view.applyChange(
        plain.change(
          deltas.map(([price, delta]) => ({ side: 'buy' as const, price, delta })),
          [],
          NOON,
        ),
      );
    buy(...Array.from({ length: MAX_LEVELS_PER_SIDE + 2 }, (_, i): [number, number] => [1_000 - i, 5]));
    const channel = new BookChannel(() => view);
    channel.getSequence();
    const [last, next] = [1_000 - MAX_LEVELS_PER_SIDE + 1, 1_000 - MAX_LEVELS_PER_SIDE];
    buy([next, 3]);
    expect(channel.nextUpdate()).toBeNull();
    buy([1_000, -5]);
    const text = (price: number, amount: bigint) => levelText([BigInt(price), amount], 'BITCOIN', 'TOMAN');
    expect(channel.nextUpdate()).toEqual({
      data: { bids: [text(1_000, 0n), text(next, 8n)], asks: [] },
      number: { seq: 3, prev: 1 },
    });
    buy([1_000, 5], [1_001, 5]);
    expect(channel.nextUpdate()?.data.bids).toEqual([
      text(1_000, 5n),
      text(next, 0n),
      text(1_001, 5n),
      text(last, 0n),
    ]);
  });

  it('names levels added and removed between two messages, for order books fetched in between', () => {
    const plain = new PlainMarket();
    const view = emptyView();
    const channel = new BookChannel(() => view);
    channel.getSequence();
    for (const delta of [5, -5]) {
      const change = plain.change([{ side: 'sell', price: 8, delta }], [], NOON);
      view.applyChange(change);
    }
    expect(channel.nextUpdate()).toMatchObject({ data: { bids: [], asks: [['0.000008', '0.00000000']] } });
    expect(channel.nextUpdate()).toBeNull();
  });

  it('publishes nothing when nothing has changed, and stores nothing without readers', () => {
    const plain = new PlainMarket();
    const view = emptyView();
    const channel = new BookChannel(() => view);
    expect(channel.getSequence()).toBe(0);
    expect(channel.nextUpdate()).toBeNull();
    view.applyChange(plain.change([{ side: 'buy', price: 5, delta: 5 }], [], NOON));
    channel.reset();
    expect(channel.getSequence()).toBe(1);
    expect(channel.getSnapshot().bids).toHaveLength(1);
    expect(channel.nextUpdate()).toBeNull();
  });

  it('breaks the chain of sequence numbers when the view is replaced', () => {
    const plain = new PlainMarket();
    let view = emptyView();
    const channel = new BookChannel(() => view);
    channel.getSequence();
    for (let n = 0; n < 3; n += 1) plain.change([{ side: 'buy', price: 5, delta: 5 }], [], NOON);
    view = new MarketView('BITCOIN', 'TOMAN', {
      ...empty(),
      sequence: 3,
      levels: [{ side: 'buy', price: 5n, amount: 15n }],
    });
    expect(channel.nextUpdate()?.number).toEqual({ seq: 3, prev: 2 });
    expect(channel.getSequence()).toBe(3);
  });
});

describe('TradesChannel', () => {
  const traded = (count: number, plain: PlainMarket) =>
    plain.change(
      [],
      Array.from({ length: count }, (_, i) => i + 1),
      NOON,
    );

  it('publishes each trade once, newest first', () => {
    const plain = new PlainMarket();
    const view = emptyView();
    const channel = new TradesChannel(() => view);
    view.applyChange(traded(60, plain));
    expect(channel.getSequence()).toBe(60);
    expect(channel.getSnapshot().map(({ number }) => number)).toEqual(
      Array.from({ length: 50 }, (_, i) => 60 - i),
    );
    view.applyChange(traded(2, plain));
    // A new reader starts where the others are.
    expect(channel.getSnapshot()[0]?.number).toBe(60);
    view.applyChange(traded(1, plain));
    const update = channel.nextUpdate();
    expect(update?.number).toEqual({ seq: 63, prev: 60 });
    expect(update?.data.map(({ number }) => number)).toEqual([63, 62, 61]);
    expect(channel.nextUpdate()).toBeNull();
  });

  it('breaks the chain when there were more trades than are stored', () => {
    const plain = new PlainMarket();
    const view = emptyView();
    const channel = new TradesChannel(() => view);
    expect(channel.getSequence()).toBe(0);
    view.applyChange(traded(MAX_TRADES + 30, plain));
    expect(channel.nextUpdate()?.number).toEqual({ seq: 230, prev: 30 });
  });
});

describe('CandleChannel', () => {
  const flat = (time: number, price: bigint) => ({
    time,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0n,
    value: 0n,
  });

  it('sends the reference price until the first trade, and the last trades of a minute that is over', () => {
    const plain = new PlainMarket();
    const view = emptyView();
    let reference = flat(NOON, 5_000_000n);
    const channel = new CandleChannel(
      () => view,
      () => reference,
    );
    expect(channel.nextCandle()).toMatchObject({ time: NOON / 1000, close: '5', volume: '0' });
    expect(channel.nextCandle()).toBeNull();
    view.applyChange(plain.change([], [90], NOON + 5));
    expect(channel.nextCandle()).toMatchObject({ close: '0.00009', volume: '0.00000007' });
    // The reference changes, but the minute now belongs to the trades.
    reference = flat(NOON, 6_000_000n);
    expect(channel.nextCandle()).toBeNull();
    view.applyChange(plain.change([], [80], NOON + MINUTE - 1));
    expect(channel.nextCandle()).toMatchObject({ time: NOON / 1000, open: '0.00009', close: '0.00008' });
    reference = flat(NOON + MINUTE, 7_000_000n);
    expect(channel.nextCandle()).toMatchObject({ time: NOON / 1000 + 60, close: '7' });
  });

  it('never goes back to an older minute', () => {
    const plain = new PlainMarket();
    const view = emptyView();
    view.applyChange(plain.change([], [90], NOON - HOUR));
    const channel = new CandleChannel(
      () => view,
      () => flat(NOON, 5_000_000n),
    );
    expect(channel.nextCandle()?.time).toBe(NOON / 1000);
    view.applyChange(plain.change([], [91], NOON - HOUR));
    expect(channel.nextCandle()).toBeNull();
  });
});
