import type { Candle } from '@sarraf/domain/contracts';
import { expect, it } from 'vitest';
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
function begin() {
  const clock = manualClock(NOW);
  const readers = new Set<string>();
  const opened = new Map<string, { snapshot: () => unknown; prepare: () => Promise<unknown> }>();
  const told: Candle[] = [];
  let all: Candle[] = [];
  let asked = 0;
  const stream = {
    openChannel: (name: string, snapshot: () => unknown, _: null, prepare: () => Promise<unknown>) =>
      opened.set(name, { snapshot, prepare }),
    hasReaders: (name: string) => readers.has(name),
    publish: (name: string, data: Candle) => {
      expect(name).toBe(NAME);
      told.push(data);
    },
  } as unknown as Stream;
  const candles = {
    read: async (_: MarketView, { from = 0, limit = 1_000 }: CandleQuery) => {
      asked += 1;
      const content = all.filter(({ time }) => time * 1000 >= from).slice(-limit);
      return Buffer.from(JSON.stringify({ content }));
    },
  } as unknown as CandleReader;
  const open = async () => ({}) as MarketView;
  const long = new LongCandlePublisher({ stream, clock, log: createLog('silent'), candles, open });
  const channel = opened.get(NAME);
  if (!channel) throw new Error('there is no such channel');
  return {
    channel,
    names: [...opened.keys()],
    told,
    asked: () => asked,
    become: (...next: Candle[]) => {
      all = next;
    },
    read: () => readers.add(NAME),
    /** Returns the messages since the last call. */
    async beat() {
      const before = told.length;
      long.publishAll();
      await new Promise((resolve) => setImmediate(resolve));
      return told.slice(before);
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

it('long candles are not read without readers, and are sent for each length by both clocks', async () => {
  const t = begin();
  t.become(candle(FIRST, '8'));
  expect(await t.beat()).toEqual([]);
  expect(t.asked()).toBe(0);
  expect(t.names).toContain('candles:BITCOIN_TETHER:1w:UTC');
});

it('a candle channel sends nothing when there is no candle yet', async () => {
  const t = begin();
  await t.channel.prepare();
  t.read();
  expect(t.channel.snapshot()).toBeNull();
  t.become(candle(FIRST, '8'));
  expect(await t.beat()).toEqual([candle(FIRST, '8')]);
});
