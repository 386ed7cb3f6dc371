import { AppError, ASSETS, type Coin, formatMarketType, type Quote } from '@sarraf/domain';
import type { FastifyReply } from 'fastify';
import { MARKETS, type Market } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import type { TradingState } from '../describe-markets.ts';
import type { CandleReader } from '../read-candles.ts';
import type { Tickers } from '../tickers.ts';
import type { MarketView } from '../view.ts';

export interface FeedDeps {
  db: Db;
  clock: Clock;
  market: Pick<Market, 'orderTerms' | 'termsOf' | 'coin'>;
  trading: TradingState;
  tickers: Tickers;
  candles: CandleReader;
  /** Returns the view of a market; null: it can't be read at the moment. */
  open(market: string): Promise<MarketView | null>;
  /** Current name of the exchange. */
  exchangeName(): string;
}

export interface FeedMarket {
  coin: Coin;
  quote: Quote;
  /** `BITCOIN_TOMAN` */
  name: string;
  /** `BTC_TMN` */
  pair: string;
}

/** Markets named by tickers, as other sites do. */
export const FEED_MARKETS: readonly FeedMarket[] = MARKETS.map(({ coin, quote }) => ({
  coin,
  quote,
  name: formatMarketType(coin, quote),
  pair: `${ASSETS[coin].symbol}_${ASSETS[quote].symbol}`,
}));
const marketByPair = new Map(FEED_MARKETS.map((market) => [market.pair, market]));

/** Returns the view of a pair. NOT_FOUND; SERVICE_UNAVAILABLE while it can't be read. */
export async function openPair(
  deps: FeedDeps,
  pair: string,
): Promise<{ market: FeedMarket; view: MarketView }> {
  const market = marketByPair.get(pair.toUpperCase());
  if (!market) throw new AppError('NOT_FOUND');
  const view = await deps.open(market.name);
  if (!view) throw new AppError('SERVICE_UNAVAILABLE');
  return { market, view };
}

/** Converts to a number for charts and lists of other sites, which use floating point. */
export const toJsonNumber = (text: string | null): number => JSON.parse(text ?? '0');

export const sendText = (reply: FastifyReply, type: string, text: string): FastifyReply =>
  reply.type(type).send(text);
