import { CANDLE_INTERVALS, type Candle } from '@sarraf/domain/contracts';
import { expect, it } from 'vitest';
import { MARKETS } from '../market/index.ts';
import { manualClock } from '../platform/clock.ts';
import type { Stream } from '../platform/http/stream/stream.ts';
import { createLog } from '../platform/log.ts';
import { LongCandlePublisher } from './long-candles.ts';
import type { CandleQuery, CandleReader } from './read-candles.ts';
import type { MarketView } from './view.ts';

const HOUR_S = 3_600;
/** 09:30:20 UTC; an hour has started at 09:30, which is 13:00 in Tehran. */
const NOW = Date.UTC(2026, 10, 21, 9, 30, 20);
const FIRST = Date.UTC(2026, 10, 21, 9, 30) / 1000;
const NAME = 'candles:BITCOIN_TOMAN:1h';

const candle = (time: number, close: string): Candle => ({
  time,
  open: '10',
  high: '20',
  low: '5',
  close,
  volume: '1.00000000',
});

/** Starts a stream with one reader of one channel that records messages, over candles that a test changes. */
function begin(readName = NAME) {
  const clock = manualClock(NOW);
  const readers = new Set<string>();
  const opened = new Map<string, { snapshot: () => unknown; prepare: () => Promise<unknown> }>();
  const publishedCandles: Candle[] = [];
  let all: Candle[] = [];
  let requestCount = 0;
  /** Lengths and clocks that were read. */
  const lines = new Set<string>();
  const stream = {
    openChannel: (name: string, snapshot: () => unknown, _: null, prepare: () => Promise<unknown>) =>
      opened.set(name, { snapshot, prepare }),
    hasReaders: (name: string) => readers.has(name),
    publish: (name: string, data: Candle) => {
      expect(name).toBe(readName);
      publishedCandles.push(data);
    },
  } as unknown as Stream;
  const candles = {
    read: async (_: MarketView, { from = 0, limit = 1_000, interval, bounds }: CandleQuery) => {
      requestCount += 1;
      lines.add(`${interval} ${bounds}`);
      const content = all.filter(({ time }) => time * 1000 >= from).slice(-limit);
      return Buffer.from(JSON.stringify({ content }));
    },
  } as unknown as CandleReader;
  const open = async () => ({}) as MarketView;
  const long = new LongCandlePublisher({ stream, clock, log: createLog('silent'), candles, open });
  const channel = opened.get(readName);
  if (!channel) throw new Error('there is no such channel');
  return {
    channel,
    names: [...opened.keys()],
    countReads: () => requestCount,
    lines,
    become: (...next: Candle[]) => {
      all = next;
    },
    read: () => readers.add(readName),
    /** Returns the messages since the last call. */
    async beat() {
      const before = publishedCandles.length;
      long.publishAll();
      await new Promise((resolve) => setImmediate(resolve));
      return publishedCandles.slice(before);
    },
  };
}

it('a candle channel starts with the current candle, and sends it again only when it has changed', async () => {
  const t = begin();
  t.become(candle(FIRST - HOUR_S, '7'), candle(FIRST, '8'));
  await t.channel.prepare();
  t.read();
  expect(t.channel.snapshot()).toEqual(candle(FIRST, '8'));
  expect(await t.beat()).toEqual([]);
  t.become(candle(FIRST - HOUR_S, '7'), candle(FIRST, '9'));
  expect(await t.beat()).toEqual([candle(FIRST, '9')]);
  expect(t.channel.snapshot()).toEqual(candle(FIRST, '9'));
});

it('a candle channel sends the end of a candle before the next one starts', async () => {
  const t = begin();
  t.become(candle(FIRST, '8'));
  await t.channel.prepare();
  t.read();
  t.become(candle(FIRST, '8.5'), candle(FIRST + HOUR_S, '9'));
  expect(await t.beat()).toEqual([candle(FIRST, '8.5'), candle(FIRST + HOUR_S, '9')]);
  t.become(candle(FIRST, '8.5'), candle(FIRST + HOUR_S, '9'), candle(FIRST + 2 * HOUR_S, '9'));
  expect(await t.beat()).toEqual([candle(FIRST + 2 * HOUR_S, '9')]);
});

it('long candles are not read without readers', async () => {
  const t = begin();
  t.become(candle(FIRST, '8'));
  expect(await t.beat()).toEqual([]);
  expect(t.countReads()).toBe(0);
});

const EVERY_LENGTH = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;

it('each market has a candle channel of each length by both clocks', () => {
  expect(CANDLE_INTERVALS).toEqual(EVERY_LENGTH);
  const { names } = begin();
  expect(names).toHaveLength(MARKETS.length * EVERY_LENGTH.length * 2);
  for (const market of ['BITCOIN_TOMAN', 'BITCOIN_TETHER'])
    for (const length of EVERY_LENGTH)
      expect(names).toEqual(
        expect.arrayContaining([`candles:${market}:${length}`, `candles:${market}:${length}:UTC`]),
      );
});

it.each(EVERY_LENGTH.flatMap((length) => [[length, 'TEHRAN'] as const, [length, 'UTC'] as const]))(
  'the candle channel of %s by the clock of %s sends its own candles',
  async (length, bounds) => {
    const t = begin(`candles:BITCOIN_TOMAN:${length}${bounds === 'UTC' ? ':UTC' : ''}`);
    t.read();
    t.become(candle(FIRST, '8'));
    expect(await t.beat()).toEqual([candle(FIRST, '8')]);
    expect([...t.lines]).toEqual([`${length} ${bounds}`]);
  },
);

it('a candle channel sends nothing when there is no candle yet', async () => {
  const t = begin();
  await t.channel.prepare();
  t.read();
  expect(t.channel.snapshot()).toBeNull();
  t.become(candle(FIRST, '8'));
  expect(await t.beat()).toEqual([candle(FIRST, '8')]);
});
