/**
 * Coin/USDT from Binance: GET /api/v3/ticker/24hr (github.com/binance/binance-spot-api-docs, rest-api.md). Its
 * hosts (the API itself, the mirror of its public data) are one source: if one fails the next is used.
 */
import { type Coin, isCoin } from '@sarraf/domain';
import {
  computeMid,
  type PriceSource,
  parseChange,
  type SourceTick,
  VendorFailure,
} from '../../market/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Fetch } from '../../platform/outgoing/connections.ts';
import { getField, getJson, type PriceHost } from './price-http.ts';

/** MATIC trades as POL, EOS as Vaulta's A. */
export const SYMBOLS = {
  BITCOIN: 'BTCUSDT',
  ETHEREUM: 'ETHUSDT',
  BINANCE_COIN_BSC: 'BNBUSDT',
  RIPPLE: 'XRPUSDT',
  TRON: 'TRXUSDT',
  DOGE_COIN: 'DOGEUSDT',
  LITE_COIN: 'LTCUSDT',
  BITCOIN_CASH: 'BCHUSDT',
  STELLAR: 'XLMUSDT',
  MATIC: 'POLUSDT',
  CLASSIC_ETHEREUM: 'ETCUSDT',
  DASH: 'DASHUSDT',
  ELROND: 'EGLDUSDT',
  CELO: 'CELOUSDT',
  EOS: 'AUSDT',
} as const satisfies Partial<Record<Coin, string>>;

const COIN_OF = new Map<unknown, Coin>(
  Object.entries(SYMBOLS).map(([coin, symbol]) => [symbol, coin as Coin]),
);

const ALL: string[] = Object.values(SYMBOLS);

/** A closed pair keeps returning its last day. */
const MAX_AGE_MS = 10 * 60_000;
const RETRY_SYMBOLS_MS = 60 * 60_000;
const BAD_REQUEST = 400;

/** Returns the midpoint of best bid and ask. @throws VendorFailure if the reply is no list. */
export function transformBinance(reply: unknown, now: number): SourceTick[] {
  if (!Array.isArray(reply)) throw new VendorFailure('binance', 0, 'no list of tickers');
  return reply.flatMap((row: unknown) => {
    const coin = COIN_OF.get(getField(row, 'symbol'));
    if (!coin) return [];
    const closeTime = getField(row, 'closeTime');
    const isAlive = typeof closeTime === 'number' && now - closeTime < MAX_AGE_MS;
    const price = isAlive ? computeMid(getField(row, 'bidPrice'), getField(row, 'askPrice')) : null;
    return [{ coin, price, change: parseChange(getField(row, 'priceChangePercent')) }];
  });
}

/** Every 2 s at weight 2 (of 6,000 a minute). */
export function createBinance({
  urls,
  fetch,
  clock,
}: {
  urls: readonly [string, ...string[]];
  fetch: Fetch;
  clock: Clock;
}): PriceSource {
  const hosts = urls.map((url) => new BinanceHost({ url, fetch }, clock));
  let hostIndex = 0;
  return {
    name: 'binance',
    covers: Object.keys(SYMBOLS).filter(isCoin),
    everyMs: 2_000,
    async poll(signal) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await (hosts[hostIndex] as BinanceHost).poll(signal);
        } catch (error) {
          // A hanging host takes the whole time of this poll: the next one starts with the other.
          hostIndex = (hostIndex + 1) % hosts.length;
          if (signal.aborted || tries === hosts.length) throw error;
        }
      }
    },
  };
}

class BinanceHost {
  readonly #host: PriceHost;
  readonly #clock: Clock;
  #symbols = ALL;
  #retrySymbolsAt = 0;

  constructor(host: PriceHost, clock: Clock) {
    this.#host = host;
    this.#clock = clock;
  }

  async poll(signal: AbortSignal): Promise<SourceTick[]> {
    if (this.#symbols.length < ALL.length && this.#clock.now() >= this.#retrySymbolsAt) this.#symbols = ALL;
    try {
      return await this.#fetchTickers(signal);
    } catch (error) {
      if (!(error instanceof VendorFailure) || error.status !== BAD_REQUEST) throw error;
      this.#symbols = await this.#findListedSymbols(signal);
      this.#retrySymbolsAt = this.#clock.now() + RETRY_SYMBOLS_MS;
      if (this.#symbols.length === 0) throw error;
      return this.#fetchTickers(signal);
    }
  }

  #get(path: string, signal: AbortSignal): Promise<unknown> {
    const { url, fetch } = this.#host;
    return getJson('binance', { fetch, url: `${url}${path}` }, signal);
  }

  async #fetchTickers(signal: AbortSignal): Promise<SourceTick[]> {
    const symbols = encodeURIComponent(JSON.stringify(this.#symbols));
    const reply = await this.#get(`/api/v3/ticker/24hr?symbols=${symbols}`, signal);
    return transformBinance(reply, this.#clock.now());
  }

  /**
   * Requests listed symbols only: one unknown symbol fails the whole request, and one closed pair must not stop
   * every coin.
   */
  async #findListedSymbols(signal: AbortSignal): Promise<string[]> {
    const listedSymbols = await Promise.all(
      ALL.map((name) =>
        this.#get(`/api/v3/ticker/price?symbol=${name}`, signal).then(
          () => [name],
          (error) => {
            if (error instanceof VendorFailure && error.status === BAD_REQUEST) return [];
            throw error;
          },
        ),
      ),
    );
    return listedSymbols.flat();
  }
}
