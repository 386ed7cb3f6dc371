/** What the documents of most exchanges have in common: a list of all pairs, each with its best bid and ask. */
import type { Coin } from '@sarraf/domain';
import type { PriceSource, SourceTick } from '../../market/ports.ts';
import { getJson, type PriceHost } from './price-http.ts';

/** What coins are called. MATIC trades as POL, EOS as Vaulta's A. */
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

/** Each coin by the name that its market has with a vendor. */
export const coinsByPair = (pairOf: (code: string) => string): ReadonlyMap<unknown, Coin> =>
  new Map(Object.entries(COIN_CODES).map(([coin, code]) => [pairOf(code), coin as Coin]));

/** The same with a vendor of Iran, who has Tether too and a market in Toman or Rial beside the one in Tether. */
export const marketsByPair = (
  tetherPairOf: (code: string) => string,
  tomanPairOf: (code: string) => string,
): ReadonlyMap<unknown, Pick<SourceTick, 'coin' | 'quote'>> =>
  new Map<unknown, Pick<SourceTick, 'coin' | 'quote'>>([
    [tomanPairOf('USDT'), { coin: 'TETHER' }],
    ...[...coinsByPair(tetherPairOf)].map(([pair, coin]) => [pair, { coin }] as const),
    ...[...coinsByPair(tomanPairOf)].map(([pair, coin]) => [pair, { coin, quote: 'TOMAN' }] as const),
  ]);

/** A vendor's time in milliseconds since 1970, number or digits; null for anything else. */
export function readTime(value: unknown): number | null {
  if (typeof value === 'string') return /^\d{13}$/.test(value) ? Number.parseInt(value, 10) : null;
  return Number.isSafeInteger(value) ? (value as number) : null;
}

/** With the vendor's time; where its document promises one and it isn't there, this is no price. */
export const dated = (tick: SourceTick, at: number | null): SourceTick =>
  at === null ? { ...tick, price: null } : { ...tick, at };

/**
 * A source that answers with all its pairs at once. A price lives 15 s and the pause doubles after a failure, so that one
 * poll may fail (4 + 8 s) before it runs out.
 */
export const listSource = (
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
