/**
 * Coin/USDT from Binance: GET /api/v3/ticker/24hr (github.com/binance/binance-spot-api-docs, rest-api.md). Its
 * hosts (the API itself, the mirror of its public data) are one source: if one fails the next is used.
 */
import { type Coin, isCoin } from '@sarraf/domain';
import { midOf, type PriceSource, readChange, type SourceTick, VendorFailure } from '../../market/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Fetch } from '../../platform/outgoing/ways-out.ts';
import { field, getJson, type PriceHost } from './price-http.ts';

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
const DEAD_AFTER_MS = 10 * 60_000;
const ASK_AGAIN_MS = 60 * 60_000;
const BAD_REQUEST = 400;

/** Returns the midpoint of best bid and ask. @throws VendorFailure if the reply is no list. */
export function transformBinance(answer: unknown, now: number): SourceTick[] {
  if (!Array.isArray(answer)) throw new VendorFailure('binance', 0, 'no list of tickers');
  return answer.flatMap((row: unknown) => {
    const coin = COIN_OF.get(field(row, 'symbol'));
    if (!coin) return [];
    const closeTime = field(row, 'closeTime');
    const alive = typeof closeTime === 'number' && now - closeTime < DEAD_AFTER_MS;
    const price = alive ? midOf(field(row, 'bidPrice'), field(row, 'askPrice')) : null;
    return [{ coin, price, change: readChange(field(row, 'priceChangePercent')) }];
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
  let current = 0;
  return {
    name: 'binance',
    covers: Object.keys(SYMBOLS).filter(isCoin),
    everyMs: 2_000,
    async poll(signal) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await (hosts[current] as BinanceHost).poll(signal);
        } catch (error) {
          // A hanging host takes the whole time of this poll: the next one starts with the other.
          current = (current + 1) % hosts.length;
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
  #askAgainAt = 0;

  constructor(host: PriceHost, clock: Clock) {
    this.#host = host;
    this.#clock = clock;
  }

  async poll(signal: AbortSignal): Promise<SourceTick[]> {
    if (this.#symbols.length < ALL.length && this.#clock.now() >= this.#askAgainAt) this.#symbols = ALL;
    try {
      return await this.#tickers(signal);
    } catch (error) {
      if (!(error instanceof VendorFailure) || error.status !== BAD_REQUEST) throw error;
      this.#symbols = await this.#listed(signal);
      this.#askAgainAt = this.#clock.now() + ASK_AGAIN_MS;
      if (this.#symbols.length === 0) throw error;
      return this.#tickers(signal);
    }
  }

  #get(path: string, signal: AbortSignal): Promise<unknown> {
    const { url, fetch } = this.#host;
    return getJson('binance', { fetch, url: `${url}${path}` }, signal);
  }

  async #tickers(signal: AbortSignal): Promise<SourceTick[]> {
    const symbols = encodeURIComponent(JSON.stringify(this.#symbols));
    const answer = await this.#get(`/api/v3/ticker/24hr?symbols=${symbols}`, signal);
    return transformBinance(answer, this.#clock.now());
  }

  /**
   * Requests listed symbols only: one unknown symbol fails the whole request, and one closed pair must not stop
   * every coin.
   */
  async #listed(signal: AbortSignal): Promise<string[]> {
    const known = await Promise.all(
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
    return known.flat();
  }
}
