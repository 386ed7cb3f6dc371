/** Trades of the simulated market before it started, so that its first day has a past. */
import {
  COINS,
  type Coin,
  computeNotional,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  pow10,
  type Quote,
  scaleOf,
  truncatePrice,
} from '@sarraf/domain';
import { candleStart, MARKETS, PRICE_SCALE } from '../market/ports.ts';
import { simulateNoise, simulatePrice } from './sandbox-prices.ts';

/** Prices and value in the quote's smallest units, volume in the coin's. */
export interface SeededTrades {
  coin: Coin;
  quote: Quote;
  interval: '1m' | '1h';
  /** When it starts, milliseconds since 1970. */
  time: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: bigint;
  value: bigint;
}

/**
 * Two hours of minutes, a day of five minutes, a week of hours and a year of days; a span longer than its interval
 * is written as its first one. A row for each minute of the day would take longer to write than everything else at
 * a start. `looks`: samples of the price.
 */
const SPANS: readonly SeedSpan[] = [
  { interval: '1m', lengthMs: MINUTE_MS, sinceMs: 2 * HOUR_MS, looks: 1 },
  { interval: '1m', lengthMs: 5 * MINUTE_MS, sinceMs: DAY_MS, looks: 2 },
  { interval: '1h', lengthMs: HOUR_MS, sinceMs: 7 * DAY_MS, looks: 2 },
  { interval: '1h', lengthMs: DAY_MS, sinceMs: 365 * DAY_MS, looks: 4 },
];

interface SeedSpan {
  interval: '1m' | '1h';
  lengthMs: number;
  sinceMs: number;
  looks: number;
}

/** Value traded per minute in the first coin of the list; the second has half of it, the third a third. */
const VALUE_PER_MINUTE: Record<Quote, bigint> = { TOMAN: 12_000_000n, TETHER: 100n };

/** Returns everything that was over at `now`. The same for the same seed and time. */
export function generatePastTrades(seed: number, now: number): SeededTrades[] {
  const priceIn = createPriceReader(seed);
  return MARKETS.flatMap((market) => {
    const price = (at: number) => priceIn(market.coin, market.quote, at);
    const rows = SPANS.flatMap((span, n) => {
      const until = n === 0 ? candleStart(now, span.lengthMs) : spanStart(n - 1, now);
      const from = spanStart(n, now);
      return Array.from({ length: Math.max(0, (until - from) / span.lengthMs) }, (_, i) =>
        generateCandle(seed, market, price, { ...span, time: from + i * span.lengthMs }),
      );
    });
    return [...rows, ...mergeIntoHours(rows.filter(({ interval }) => interval === '1m'))];
  });
}

/** Starts that are also the start of a candle of the next longer span. */
const spanStart = (n: number, now: number): number =>
  candleStart(now - (SPANS[n] as SeedSpan).sinceMs, (SPANS[n + 1] ?? (SPANS[n] as SeedSpan)).lengthMs);

function generateCandle(
  seed: number,
  { coin, quote }: { coin: Coin; quote: Quote },
  price: (at: number) => bigint,
  { time, lengthMs, interval, looks }: SeedSpan & { time: number },
): SeededTrades {
  const prices = Array.from({ length: looks + 1 }, (_, n) => price(time + (n * lengthMs) / looks));
  const [open = 1n] = prices;
  const close = prices.at(-1) ?? open;
  const rank = BigInt(COINS.indexOf(coin) + 1);
  // Between half and one and a half of the usual value.
  const share = BigInt(Math.round(1_000_000 * (1 + simulateNoise(seed, coin, time / MINUTE_MS) / 2)));
  // Trades reach slightly beyond the sampled prices: by a third of the distance between the ends.
  const [low, high] = [minOf(prices), maxOf(prices)];
  const reach = ((high - low) * share) / 3_000_000n;
  const value =
    (VALUE_PER_MINUTE[quote] * pow10(scaleOf(quote)) * BigInt(lengthMs / MINUTE_MS) * share) /
    (rank * 1_000_000n);
  const volume = (value * pow10(scaleOf(coin))) / open + 1n;
  return {
    coin,
    quote,
    interval,
    time,
    open,
    high: truncatePrice(high + reach, coin, quote),
    low: truncatePrice(low - reach, coin, quote),
    close,
    volume,
    value: computeNotional(coin, volume, open),
  };
}

const minOf = (all: readonly bigint[]): bigint => all.reduce((a, b) => (a < b ? a : b));
const maxOf = (all: readonly bigint[]): bigint => all.reduce((a, b) => (a > b ? a : b));

/** Merges the minutes of an hour, as both lengths are made of the same trades. */
function mergeIntoHours(minutes: readonly SeededTrades[]): SeededTrades[] {
  const hours = new Map<number, SeededTrades>();
  for (const minute of minutes.toSorted((a, b) => a.time - b.time)) {
    const time = candleStart(minute.time, HOUR_MS);
    const hour = hours.get(time);
    if (!hour) {
      hours.set(time, { ...minute, interval: '1h', time });
      continue;
    }
    if (minute.high > hour.high) hour.high = minute.high;
    if (minute.low < hour.low) hour.low = minute.low;
    hour.close = minute.close;
    hour.volume += minute.volume;
    hour.value += minute.value;
  }
  return [...hours.values()];
}

/**
 * Returns prices with as many digits as displayed. Each is calculated once: that of Tether in Toman is used in half
 * of the markets.
 */
function createPriceReader(seed: number): (coin: Coin, quote: Quote, at: number) => bigint {
  const cache = new Map<Coin, Map<number, bigint>>(COINS.map((coin) => [coin, new Map()]));
  const readCached = (coin: Coin, at: number): bigint => {
    const cached = cache.get(coin)?.get(at);
    if (cached !== undefined) return cached;
    const price = simulatePrice(seed, coin, at);
    cache.get(coin)?.set(at, price);
    return price;
  };
  return (coin, quote, at) => {
    const coinPrice = readCached(coin, at);
    const price =
      quote === 'TETHER' || coin === 'TETHER'
        ? coinPrice
        : (coinPrice * readCached('TETHER', at)) / pow10(PRICE_SCALE);
    return truncatePrice(price / pow10(PRICE_SCALE - scaleOf(quote)), coin, quote);
  };
}
