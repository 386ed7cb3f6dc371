/** Shared by vendors whose reply is a list of all pairs, each with its best bid and ask. */
import type { Coin } from '@sarraf/domain';
import type { PriceSource, SourceTick } from '../../market/ports.ts';
import { getJson, type PriceHost } from './price-http.ts';

/** Ticker symbols. MATIC trades as POL, EOS as Vaulta's A. */
export const COIN_CODES: Record<Exclude<Coin, 'TETHER'>, string> = {
  BITCOIN: 'BTC',
  ETHEREUM: 'ETH',
  BINANCE_COIN_BSC: 'BNB',
  RIPPLE: 'XRP',
  TRON: 'TRX',
  DOGE_COIN: 'DOGE',
  LITE_COIN: 'LTC',
  BITCOIN_CASH: 'BCH',
  STELLAR: 'XLM',
  MATIC: 'POL',
  CLASSIC_ETHEREUM: 'ETC',
  DASH: 'DASH',
  ELROND: 'EGLD',
  CELO: 'CELO',
  EOS: 'A',
};

/** Maps a vendor's pair names to coins. */
export const mapPairsToCoins = (pairOf: (code: string) => string): ReadonlyMap<unknown, Coin> =>
  new Map(Object.entries(COIN_CODES).map(([coin, code]) => [pairOf(code), coin as Coin]));

/** The same for an Iranian vendor, who also has Tether and a market in Toman or Rial in addition to Tether. */
export const mapPairsToMarkets = (
  tetherPairOf: (code: string) => string,
  tomanPairOf: (code: string) => string,
): ReadonlyMap<unknown, Pick<SourceTick, 'coin' | 'quote'>> =>
  new Map<unknown, Pick<SourceTick, 'coin' | 'quote'>>([
    [tomanPairOf('USDT'), { coin: 'TETHER' }],
    ...[...mapPairsToCoins(tetherPairOf)].map(([pair, coin]) => [pair, { coin }] as const),
    ...[...mapPairsToCoins(tomanPairOf)].map(([pair, coin]) => [pair, { coin, quote: 'TOMAN' }] as const),
  ]);

/** Parses a vendor's time in milliseconds since 1970, number or digits; null for anything else. */
export function parseVendorTime(value: unknown): number | null {
  if (typeof value === 'string') return /^\d{13}$/.test(value) ? Number.parseInt(value, 10) : null;
  return Number.isSafeInteger(value) ? (value as number) : null;
}

/** Adds the vendor's time; without a documented time there is no price. */
export const addTime = (tick: SourceTick, at: number | null): SourceTick =>
  at === null ? { ...tick, price: null } : { ...tick, at };

/**
 * A source that returns all its pairs in one reply. A price is valid for 15 s and the delay doubles after a
 * failure, so that one poll may fail (4 + 8 s) before it expires.
 */
export const createListSource = (
  name: string,
  covers: Iterable<Coin>,
  host: PriceHost,
  transform: (answer: unknown) => SourceTick[],
): PriceSource => ({
  name,
  covers: [...new Set(covers)],
  everyMs: 4_000,
  poll: async (signal) => transform(await getJson(name, host, signal)),
});
