import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Listener } from '../../platform/http/stream/channel.ts';
import { createLog } from '../../platform/log.ts';
import { MarketFeeds } from './market-feeds.ts';
import { parseStream } from './stream-names.ts';

const AT = 1_795_000_000_000;
let listeners: Map<string, Set<Listener>>;
let feeds: MarketFeeds;
let days: object[];

beforeEach(() => {
  vi.useFakeTimers();
  listeners = new Map();
  days = [];
  feeds = new MarketFeeds({
    stream: {
      listen(name, hear) {
        const all = listeners.get(name) ?? new Set();
        listeners.set(name, all.add(hear));
        return () => all.delete(hear);
      },
    },
    clock: { now: () => AT },
    log: createLog('silent'),
    tickers: async () => days as never,
  });
});

afterEach(() => vi.useRealTimers());

function hear(name: string) {
  const messages: unknown[] = [];
  const stream = parseStream(name);
  if (!stream) throw new Error(`no stream ${name}`);
  const stop = feeds.subscribe(name, stream, ({ raw }) => messages.push(JSON.parse(raw.toString())));
  return { messages, stop };
}

/** Publishes a message on one of our own channels. */
function bring(channel: string, message: object): void {
  for (const each of listeners.get(channel) ?? []) each({ type: 'update', seq: 0, ...message } as never);
}

it('parseStream parses the supported stream names, and no others', () => {
  for (const name of [
    'btcusdt@trade',
    'btctmn@kline_1w',
    'btcusdt@depth',
    'btcusdt@depth@1000ms',
    'btcusdt@depth20@100ms',
    '!miniTicker@arr',
  ])
    expect(parseStream(name), name).not.toBeNull();
  for (const name of [
    '',
    '1',
    '@trade',
    'btcusdt',
    'BTCUSDT@trade',
    'nobody@trade',
    'btcusdt@kline_3m',
    'btcusdt@kline_toString',
    'btcusdt@depth7',
    'btcusdt@depth@250ms',
    'constructor',
    'btcusdt@trade@100ms',
  ])
    expect(parseStream(name), name).toBeNull();
});

it('a depth stream sends the final state of each level changed within an interval, numbered without a gap', () => {
  const { messages } = hear('btcusdt@depth@100ms');
  const book = 'book:BITCOIN_TETHER';
  bring(book, { type: 'snapshot', seq: 7, data: { bids: [['9.00', '1']], asks: [] } });
  bring(book, { seq: 9, prev: 7, data: { bids: [['9.00', '2']], asks: [['9.50', '1']] } });
  bring(book, { seq: 12, prev: 9, data: { bids: [['9.00', '0']], asks: [] } });
  vi.advanceTimersByTime(100);
  bring(book, { seq: 13, prev: 12, data: { bids: [], asks: [['9.50', '0']] } });
  vi.advanceTimersByTime(500);
  // Changes before 20 are missing: clients detect it by the numbers, and start again.
  bring(book, { seq: 14, prev: 13, data: { bids: [['8.00', '1']], asks: [] } });
  bring(book, { seq: 20, prev: 19, data: { bids: [['8.00', '3']], asks: [] } });
  vi.advanceTimersByTime(100);
  const about = { e: 'depthUpdate', E: AT, s: 'BTCUSDT' };
  expect(messages).toEqual([
    { ...about, U: 8, u: 12, b: [['9.00', '0']], a: [['9.50', '1']] },
    { ...about, U: 13, u: 13, b: [], a: [['9.50', '0']] },
    { ...about, U: 14, u: 14, b: [['8.00', '1']], a: [] },
    { ...about, U: 20, u: 20, b: [['8.00', '3']], a: [] },
  ]);
});

it('a stream of the best levels sends them in order, and the present ones to a later subscriber', () => {
  const [five, top] = [hear('btcusdt@depth5@100ms'), hear('btcusdt@bookTicker')];
  const bids = ['99.00', '101.50', '100.00', '98.00', '97.00', '96.00'].map((price) => [price, '1.0']);
  const data = { bids, asks: [['102.00', '2.0']] };
  bring('book:BITCOIN_TETHER', { type: 'snapshot', seq: 3, data });
  bring('book:BITCOIN_TETHER', { seq: 4, prev: 3, data: { bids: [['97.00', '5.0']], asks: [] } });
  bring('book:BITCOIN_TETHER', { seq: 5, prev: 4, data: { bids: [['101.50', '0.0']], asks: [] } });
  expect(top.messages).toEqual([
    { u: 3, s: 'BTCUSDT', b: '101.50', B: '1.0', a: '102.00', A: '2.0' },
    { u: 5, s: 'BTCUSDT', b: '100.00', B: '1.0', a: '102.00', A: '2.0' },
  ]);
  expect(hear('btcusdt@bookTicker').messages).toEqual(top.messages.slice(-1));
  vi.advanceTimersByTime(5_000);
  expect(five.messages).toEqual([
    {
      lastUpdateId: 5,
      bids: [
        ['100.00', '1.0'],
        ['99.00', '1.0'],
        ['98.00', '1.0'],
        ['97.00', '5.0'],
        ['96.00', '1.0'],
      ],
      asks: [['102.00', '2.0']],
    },
  ]);
});

it('a candle stream closes a candle once the next has started, and a trade stream keeps the order of trades', () => {
  const [trades, candles] = [hear('btcusdt@aggTrade'), hear('btcusdt@kline_5m')];
  const trade = (number: number, side: string) => ({
    number,
    side,
    unitPrice: '100.00',
    amount: '0.500000',
    createdAtDateTime: '2026-11-26T10:00:00.000Z',
  });
  bring('trades:BITCOIN_TETHER', { type: 'snapshot', data: [trade(1, 'buy')] });
  bring('trades:BITCOIN_TETHER', { data: [trade(3, 'sell'), trade(2, 'buy')] });
  const time = Date.parse('2026-11-26T10:00:00.000Z');
  const about = { e: 'aggTrade', E: AT, s: 'BTCUSDT', p: '100.00', q: '0.500000', T: time, M: true };
  expect(trades.messages).toEqual([
    { ...about, a: 2, f: 2, l: 2, m: false },
    { ...about, a: 3, f: 3, l: 3, m: true },
  ]);

  const channel = 'candles:BITCOIN_TETHER:5m:UTC';
  const candle = (at: number, close: string) => ({
    time: at,
    open: '1',
    high: '9',
    low: '1',
    close,
    volume: '0',
  });
  bring(channel, { type: 'snapshot', data: null });
  bring(channel, { data: candle(600, '5') });
  bring(channel, { data: candle(600, '6') });
  bring(channel, { data: candle(900, '7') });
  bring(channel, { data: candle(600, '8') });
  expect(candles.messages.map((event) => (event as { k: { t: number; c: string; x: boolean } }).k)).toEqual([
    expect.objectContaining({ t: 600_000, T: 899_999, i: '5m', c: '5', x: false }),
    expect.objectContaining({ t: 600_000, c: '6', x: false }),
    expect.objectContaining({ t: 600_000, c: '6', x: true }),
    expect.objectContaining({ t: 900_000, c: '7', x: false }),
  ]);
});

it('a ticker stream sends changed tickers, and polls only while there are subscribers', async () => {
  const ticker = (marketType: string, coinCode: string, lastPrice: string) => ({
    ...{
      marketType,
      coinCode,
      quoteCode: 'USDT',
      lastPrice,
      openPrice: '100',
      volume: '0',
      quoteVolume: '0',
    },
  });
  days = [ticker('BITCOIN_TETHER', 'BTC', '110'), ticker('ETHEREUM_TETHER', 'ETH', '5')];
  const [all, one] = [hear('!miniTicker@arr'), hear('btcusdt@ticker')];
  await vi.advanceTimersByTimeAsync(3_000);
  days = [ticker('BITCOIN_TETHER', 'BTC', '110'), ticker('ETHEREUM_TETHER', 'ETH', '6')];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(
    all.messages.map((event) => (event as { s: string; c: string }[]).map(({ s, c }) => [s, c])),
  ).toEqual([
    [
      ['BTCUSDT', '110'],
      ['ETHUSDT', '5'],
    ],
    [['ETHUSDT', '6']],
  ]);
  expect(one.messages).toMatchObject([{ e: '24hrTicker', s: 'BTCUSDT', c: '110', o: '100' }]);
  all.stop();
  one.stop();
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(vi.getTimerCount()).toBe(0);
});

it('MarketFeeds keeps a feed when a subscriber leaves and another comes immediately', () => {
  const began = vi.spyOn(listeners, 'set');
  for (let n = 0; n < 50; n += 1) hear('btcusdt@kline_5m').stop();
  const { stop } = hear('btcusdt@kline_5m');
  expect(began).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(listeners.get('candles:BITCOIN_TETHER:5m:UTC')?.size).toBe(1);
  stop();
  vi.advanceTimersByTime(5_000);
  expect(listeners.get('candles:BITCOIN_TETHER:5m:UTC')?.size).toBe(0);
});
