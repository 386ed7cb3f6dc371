/** All ten price sources with replies as documented, on one local port. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Coin } from '@sarraf/domain';
import { COIN_CODES } from '../src/providers/prices/tickers.ts';

/**
 * A source's price of a coin, in USDT (TETHER: in Toman); null: it doesn't list the coin; string: sent instead of a
 * price.
 */
export type Quotes = (source: string, coin: Coin) => number | string | null;

export interface PriceHosts {
  url: string;
  quotes: Quotes;
  /** These sources respond only with an error. */
  down: ReadonlySet<string>;
  stop(): Promise<void>;
}

type Row = [coin: Coin, code: string, bid: string, ask: string];
interface SourceRequest {
  /** Prices of the coins that the source lists. */
  rows: Row[];
  /** Tether in Toman, where the source has it. */
  toman: number | null;
  at: number;
}

/** Price of a Tether in dollars. */
const DOLLARS = 0.9998;
const KRAKEN_PAIRS: Partial<Record<Coin, string>> = {
  BITCOIN: 'XXBTZUSD',
  ETHEREUM: 'XETHZUSD',
  RIPPLE: 'XXRPZUSD',
  DOGE_COIN: 'XDGUSD',
  LITE_COIN: 'XLTCZUSD',
  STELLAR: 'XXLMZUSD',
  CLASSIC_ETHEREUM: 'XETCZUSD',
};
/** A text that is no number is unchanged by the multiplication. */
const multiplyPrice = (text: string, factor: number): string =>
  Number.isFinite(Number(text)) ? (Number(text) * factor).toFixed(12) : text;

const mapPairs = <T>(rows: Row[], each: (code: string, bid: string, ask: string) => T): T[] =>
  rows.map(([, code, bid, ask]) => each(code, bid, ask));
/** At an Iranian vendor a coin has a second market, in Toman or Rial, and Tether has only that. */
function listBothMarkets<T>(
  { rows, toman }: SourceRequest,
  unit: number,
  each: (code: string, isToman: boolean, bid: string, ask: string) => T,
): T[] {
  return [
    ...(toman === null ? [] : [each('USDT', true, String(toman * unit), String(toman * unit))]),
    ...mapPairs(rows, (code, bid, ask) => each(code, false, bid, ask)),
    ...(toman === null
      ? []
      : mapPairs(rows, (code, bid, ask) =>
          each(code, true, multiplyPrice(bid, toman * unit), multiplyPrice(ask, toman * unit)),
        )),
  ];
}

const SOURCES: Record<string, { path: string; answer: (request: SourceRequest) => unknown }> = {
  binance: {
    path: '/api/v3/ticker/24hr',
    answer: ({ rows, at }) =>
      mapPairs(rows, (code, bidPrice, askPrice) => ({
        symbol: `${code}USDT`,
        bidPrice,
        askPrice,
        priceChangePercent: '1',
        closeTime: at,
      })),
  },
  okx: {
    path: '/api/v5/market/tickers',
    answer: ({ rows, at }) => ({
      code: '0',
      data: mapPairs(rows, (code, bidPx, askPx) => ({
        instId: `${code}-USDT`,
        bidPx,
        askPx,
        ts: String(at),
      })),
    }),
  },
  kucoin: {
    path: '/api/v1/market/allTickers',
    answer: ({ rows, at }) => ({
      code: '200000',
      data: {
        time: at,
        ticker: mapPairs(rows, (code, buy, sell) => ({ symbol: `${code}-USDT`, buy, sell })),
      },
    }),
  },
  bybit: {
    path: '/v5/market/tickers',
    answer: ({ rows, at }) => ({
      retCode: 0,
      result: {
        list: mapPairs(rows, (code, bid1Price, ask1Price) => ({
          symbol: `${code}USDT`,
          bid1Price,
          ask1Price,
        })),
      },
      time: at,
    }),
  },
  kraken: {
    path: '/0/public/Ticker',
    answer: ({ rows }) => ({
      error: [],
      result: Object.fromEntries([
        ['USDTZUSD', { b: [String(DOLLARS)], a: [String(DOLLARS)] }],
        ...rows.map(([coin, code, bid, ask]) => [
          KRAKEN_PAIRS[coin] ?? `${code}USD`,
          { b: [multiplyPrice(bid, DOLLARS)], a: [multiplyPrice(ask, DOLLARS)] },
        ]),
      ]),
    }),
  },
  gate: {
    path: '/api/v4/spot/tickers',
    answer: ({ rows }) =>
      mapPairs(rows, (code, highest_bid, lowest_ask) => ({
        currency_pair: `${code}_USDT`,
        highest_bid,
        lowest_ask,
      })),
  },
  nobitex: {
    path: '/market/stats',
    answer: (request) => ({
      status: 'ok',
      stats: Object.fromEntries(
        listBothMarkets(request, 10, (code, isToman, bestBuy, bestSell) => [
          `${code}-${isToman ? 'rls' : 'usdt'}`.toLowerCase(),
          { bestBuy, bestSell, isClosed: false },
        ]),
      ),
    }),
  },
  wallex: {
    path: '/v1/markets',
    answer: (request) => ({
      success: true,
      result: {
        symbols: Object.fromEntries(
          listBothMarkets(request, 1, (code, isToman, bidPrice, askPrice) => [
            `${code}${isToman ? 'TMN' : 'USDT'}`,
            { stats: { bidPrice, askPrice } },
          ]),
        ),
      },
    }),
  },
  bitpin: {
    path: '/api/v1/mkt/tickers/',
    answer: (request) =>
      listBothMarkets(request, 1, (code, isToman, price) => ({
        symbol: `${code}_${isToman ? 'IRT' : 'USDT'}`,
        price,
        timestamp: request.at / 1000,
      })),
  },
  ramzinex: {
    path: '/exchange/api/v1.0/exchange/pairs',
    answer: (request) => ({
      status: 0,
      data: listBothMarkets(request, 10, (code, isToman, buy, sell) => ({
        base_currency_symbol: { en: code.toLowerCase() },
        quote_currency_symbol: { en: isToman ? 'irr' : 'usdt' },
        buy,
        sell,
      })),
    }),
  },
};
export const SOURCE_NAMES = Object.keys(SOURCES);

export async function startPriceHosts(now: () => number): Promise<PriceHosts> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://host');
    const [name, source] = Object.entries(SOURCES).find(([, { path }]) => path === pathname) ?? [];
    if (!name || !source || hosts.down.has(name)) response.writeHead(source ? 503 : 404).end('{}');
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(source.answer(buildSourceRequest(name))));
  });
  function buildSourceRequest(source: string): SourceRequest {
    const rows = Object.entries(COIN_CODES).flatMap(([coin, code]): Row[] => {
      const price = hosts.quotes(source, coin as Coin);
      if (price === null) return [];
      const text = typeof price === 'number' ? price.toFixed(12) : price;
      return [[coin as Coin, code, text, text]];
    });
    const toman = hosts.quotes(source, 'TETHER');
    return { rows, toman: toman === null ? null : Number(toman), at: now() };
  }
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const hosts: PriceHosts = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    quotes: () => null,
    down: new Set(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return hosts;
}
