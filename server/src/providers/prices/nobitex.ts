/**
 * Tether in Rial and coins in Tether and Rial from Nobitex: GET /market/stats (github.com/nobitex/docs-api,
 * market-data.md). `rls` is Rial, ten to a Toman.
 */
import { type Coin, isCoin } from '@sarraf/domain';
import {
  computeMid,
  type PriceSource,
  parseChange,
  RIALS_PER_TOMAN,
  type SourceTick,
  VendorFailure,
} from '../../market/ports.ts';
import { getField, getJson, type PriceHost } from './price-http.ts';

/** Pair names to look up, the newest first: some coins were renamed. */
export const PAIRS: Partial<Record<Coin, readonly string[]>> = {
  TETHER: ['usdt-rls'],
  BITCOIN: ['btc-usdt'],
  ETHEREUM: ['eth-usdt'],
  BINANCE_COIN_BSC: ['bnb-usdt'],
  RIPPLE: ['xrp-usdt'],
  TRON: ['trx-usdt'],
  DOGE_COIN: ['doge-usdt'],
  LITE_COIN: ['ltc-usdt'],
  BITCOIN_CASH: ['bch-usdt'],
  STELLAR: ['xlm-usdt'],
  MATIC: ['pol-usdt'],
  CLASSIC_ETHEREUM: ['etc-usdt'],
  DASH: ['dash-usdt'],
  ELROND: ['egld-usdt'],
  CELO: ['celo-usdt'],
  EOS: ['a-usdt', 'eos-usdt'],
};

/**
 * Returns the midpoint of best bid (`bestBuy`) and ask (`bestSell`). @throws VendorFailure if the reply reports a
 * failure.
 */
export function transformNobitex(reply: unknown): SourceTick[] {
  const stats = getField(reply, 'stats');
  if (getField(reply, 'status') !== 'ok' || typeof stats !== 'object')
    throw new VendorFailure('nobitex', 0, 'status is not ok');
  return Object.entries(PAIRS).flatMap(([coin, names]) => {
    if (!isCoin(coin)) return [];
    if (coin === 'TETHER') return ticksOf(stats, names, { coin }, RIALS_PER_TOMAN);
    const inRial = names.map((name) => name.replace(/usdt$/, 'rls'));
    return [
      ...ticksOf(stats, names, { coin }, 1n),
      ...ticksOf(stats, inRial, { coin, quote: 'TOMAN' }, RIALS_PER_TOMAN),
    ];
  });
}

function ticksOf(
  stats: unknown,
  names: readonly string[],
  market: Pick<SourceTick, 'coin' | 'quote'>,
  divisor: bigint,
): SourceTick[] {
  const row = names
    .map((name) => getField(stats, name))
    .find((candidate) => candidate !== undefined && getField(candidate, 'isClosed') !== true);
  if (row === undefined) return [];
  const midPrice = computeMid(getField(row, 'bestBuy'), getField(row, 'bestSell'));
  return [
    { ...market, price: midPrice && midPrice / divisor, change: parseChange(getField(row, 'dayChange')) },
  ];
}

/**
 * Every 4 s (20 requests a minute are allowed). All pairs of both quotes are requested: naming a delisted coin
 * would fail the whole request.
 */
export function createNobitex({ url, fetch }: PriceHost): PriceSource {
  return {
    name: 'nobitex',
    covers: Object.keys(PAIRS).filter(isCoin),
    everyMs: 4_000,
    poll: async (signal) =>
      transformNobitex(
        await getJson('nobitex', { fetch, url: `${url}/market/stats?dstCurrency=rls,usdt` }, signal),
      ),
  };
}
