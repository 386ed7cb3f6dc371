import { type Asset, COINS, type Coin, isCoin, MINUTE_MS, mulDiv, pow10, scaleOf } from '@sarraf/domain';
import type { Market } from '../market/index.ts';
import { addDays, atTehran } from '../rules/index.ts';
import type { QuoteAmounts } from './position.ts';

export type PriceMarket = Pick<Market, 'closes' | 'coin' | 'summary' | 'tomanValue'>;

/** Toman (smallest units) per whole coin. */
export type Prices = ReadonlyMap<Coin, bigint>;

const DAY_END = 24 * 60;
const REACH = { minute: '1 hour', hour: '3 days' } as const;
/** Delay after which a day's last hour is certainly in its table. */
const SETTLED_MS = 3 * 60 * MINUTE_MS;
const KEPT_DAYS = 400;

/** Values an asset in both quotes, rounded down; an asset without a price is worth nothing. */
export function worthBy(prices: Prices, asset: Asset, amount: bigint): QuoteAmounts {
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
export async function pricesAt(market: PriceMarket, moments: readonly Date[]): Promise<(at: Date) => Prices> {
  const minutes = [...new Set(moments.map(minuteOf))];
  const found = new Map<number, Map<Coin, bigint>>(minutes.map((at) => [at, new Map()]));
  for (const [interval, reach] of [
    ['1h', REACH.hour],
    ['1m', REACH.minute],
  ] as const)
    for (const { coin, at, close } of await market.closes(interval, minutes, reach))
      found.get(at)?.set(coin, close);
  const now = new Map<Coin, bigint>();
  for (const coin of COINS) {
    const { reference } = market.summary(coin, 'TOMAN');
    if (reference !== null) now.set(coin, reference);
  }
  for (const prices of found.values())
    for (const [coin, price] of now) if (!prices.has(coin)) prices.set(coin, price);
  return (at) => found.get(minuteOf(at)) ?? now;
}

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;

/** The proceeds of one coin: the reference price less half the spread, as pages value it now. */
const sellPrice = (market: PriceMarket, coin: Coin, reference: bigint): bigint =>
  mulDiv(reference, 2_000_000n - market.coin(coin).spread, 2_000_000n, 'down');

export interface DayPrices {
  /**
   * Returns selling prices at the ends of days, oldest first; a day without a price of a coin has that of an
   * earlier day.
   */
  of(days: readonly string[]): Promise<Map<string, Prices>>;
}

/** Closing prices of past days never change: they are cached. */
export function createDayPrices(market: PriceMarket, now: () => number): DayPrices {
  const known = new Map<string, Prices>();

  async function read(days: readonly string[]): Promise<Map<string, Map<Coin, bigint>>> {
    const ends = new Map(days.map((day) => [atTehran(day, DAY_END), day]));
    const found = new Map(days.map((day) => [day, new Map<Coin, bigint>()]));
    const recent = [...ends.keys()].filter((at) => now() - at < SETTLED_MS);
    const closes = [
      ...(await market.closes('1h', [...ends.keys()], REACH.hour)),
      ...(await market.closes('1m', recent, REACH.minute)),
    ];
    for (const { coin, at, close } of closes)
      found.get(ends.get(at) ?? '')?.set(coin, sellPrice(market, coin, close));
    return found;
  }

  return {
    async of(days) {
      const missing = days.filter((day) => !known.has(day));
      const fresh = missing.length > 0 ? await read(missing) : new Map<string, Prices>();
      for (const [day, prices] of fresh)
        if (prices.size > 0 && now() - atTehran(day, DAY_END) >= SETTLED_MS) known.set(day, prices);
      const wanted = new Map(days.map((day) => [day, known.get(day) ?? fresh.get(day) ?? new Map()]));
      const first = addDays(days[0] ?? '2000-01-01', -KEPT_DAYS);
      for (const day of known.keys()) if (day < first) known.delete(day);
      return carried(wanted);
    },
  };
}

/** Fills a day without a price with that of the previous day. */
function carried(days: ReadonlyMap<string, Prices>): Map<string, Prices> {
  const last = new Map<Coin, bigint>();
  const out = new Map<string, Prices>();
  for (const [day, prices] of days) {
    for (const [coin, price] of prices) last.set(coin, price);
    out.set(day, new Map(last));
  }
  return out;
}

/** Returns the current selling prices; a halted coin has none. */
export function pricesNow(market: PriceMarket): Prices {
  const prices = new Map<Coin, bigint>();
  for (const coin of COINS) {
    const price = market.tomanValue(coin, pow10(scaleOf(coin)));
    if (price !== null) prices.set(coin, price);
  }
  return prices;
}
