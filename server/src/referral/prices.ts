import { type Asset, COINS, type Coin, isCoin, MINUTE_MS, mulDiv, pow10, scaleOf } from '@sarraf/domain';
import type { Market } from '../market/index.ts';
import { addDays, fromTehranTime } from '../rules/index.ts';
import type { QuoteAmounts } from './position.ts';

export type PriceMarket = Pick<Market, 'closes' | 'coin' | 'summary' | 'tomanValue'>;

/** Toman (smallest units) per whole coin. */
export type Prices = ReadonlyMap<Coin, bigint>;

const DAY_END = 24 * 60;
const MAX_DISTANCE = { minute: '1 hour', hour: '3 days' } as const;
/** Delay after which a day's last hour is certainly in its table. */
const SETTLED_MS = 3 * 60 * MINUTE_MS;
const CACHED_DAYS = 400;

/** Values an asset in both quotes, rounded down; an asset without a price is worth nothing. */
export function valueInQuotes(prices: Prices, asset: Asset, amount: bigint): QuoteAmounts {
  const price = isCoin(asset) ? (prices.get(asset) ?? 0n) : 0n;
  const toman = asset === 'TOMAN' ? amount : mulDiv(amount, price, pow10(scaleOf(asset)), 'down');
  const tether = prices.get('TETHER') ?? 0n;
  return {
    TOMAN: toman,
    TETHER:
      asset === 'TETHER'
        ? amount
        : tether === 0n
          ? 0n
          : mulDiv(toman, pow10(scaleOf('TETHER')), tether, 'down'),
  };
}

/** Returns prices at given times: of the minute while stored, else of the hour; without either, the current price. */
export async function readPricesAt(
  market: PriceMarket,
  moments: readonly Date[],
): Promise<(at: Date) => Prices> {
  const minutes = [...new Set(moments.map(minuteOf))];
  const pricesByMinute = new Map<number, Map<Coin, bigint>>(minutes.map((at) => [at, new Map()]));
  for (const [interval, reach] of [
    ['1h', MAX_DISTANCE.hour],
    ['1m', MAX_DISTANCE.minute],
  ] as const)
    for (const { coin, at, close } of await market.closes(interval, minutes, reach))
      pricesByMinute.get(at)?.set(coin, close);
  const now = new Map<Coin, bigint>();
  for (const coin of COINS) {
    const { reference } = market.summary(coin, 'TOMAN');
    if (reference !== null) now.set(coin, reference);
  }
  for (const prices of pricesByMinute.values())
    for (const [coin, price] of now) if (!prices.has(coin)) prices.set(coin, price);
  return (at) => pricesByMinute.get(minuteOf(at)) ?? now;
}

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;

/** The proceeds of one coin: the reference price less half the spread, as pages value it now. */
const sellPriceOf = (market: PriceMarket, coin: Coin, reference: bigint): bigint =>
  mulDiv(reference, 2_000_000n - market.coin(coin).spread, 2_000_000n, 'down');

export interface DayPrices {
  /**
   * Returns selling prices at the ends of days, oldest first; a day without a price of a coin has that of an
   * earlier day.
   */
  readDayPrices(days: readonly string[]): Promise<Map<string, Prices>>;
}

/** Closing prices of past days never change: they are cached. */
export function createDayPrices(market: PriceMarket, now: () => number): DayPrices {
  const cachedPrices = new Map<string, Prices>();

  async function queryDays(days: readonly string[]): Promise<Map<string, Map<Coin, bigint>>> {
    const dayByEnd = new Map(days.map((day) => [fromTehranTime(day, DAY_END), day]));
    const pricesByDay = new Map(days.map((day) => [day, new Map<Coin, bigint>()]));
    const recent = [...dayByEnd.keys()].filter((at) => now() - at < SETTLED_MS);
    const closes = [
      ...(await market.closes('1h', [...dayByEnd.keys()], MAX_DISTANCE.hour)),
      ...(await market.closes('1m', recent, MAX_DISTANCE.minute)),
    ];
    for (const { coin, at, close } of closes)
      pricesByDay.get(dayByEnd.get(at) ?? '')?.set(coin, sellPriceOf(market, coin, close));
    return pricesByDay;
  }

  return {
    async readDayPrices(days) {
      const missingDays = days.filter((day) => !cachedPrices.has(day));
      const queried = missingDays.length > 0 ? await queryDays(missingDays) : new Map<string, Prices>();
      for (const [day, prices] of queried)
        if (prices.size > 0 && now() - fromTehranTime(day, DAY_END) >= SETTLED_MS)
          cachedPrices.set(day, prices);
      const requested = new Map(
        days.map((day) => [day, cachedPrices.get(day) ?? queried.get(day) ?? new Map()]),
      );
      const oldestKept = addDays(days[0] ?? '2000-01-01', -CACHED_DAYS);
      for (const day of cachedPrices.keys()) if (day < oldestKept) cachedPrices.delete(day);
      return carryPricesForward(requested);
    },
  };
}

/** Fills a day without a price with that of the previous day. */
function carryPricesForward(days: ReadonlyMap<string, Prices>): Map<string, Prices> {
  const lastPrices = new Map<Coin, bigint>();
  const filled = new Map<string, Prices>();
  for (const [day, prices] of days) {
    for (const [coin, price] of prices) lastPrices.set(coin, price);
    filled.set(day, new Map(lastPrices));
  }
  return filled;
}

/** Returns the current selling prices; a halted coin has none. */
export function readCurrentPrices(market: PriceMarket): Prices {
  const prices = new Map<Coin, bigint>();
  for (const coin of COINS) {
    const price = market.tomanValue(coin, pow10(scaleOf(coin)));
    if (price !== null) prices.set(coin, price);
  }
  return prices;
}
