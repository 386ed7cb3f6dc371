/** In the format of CoinGecko's "Exchange API Integration" document (section A, spot exchanges): amounts as text. */
import { formatAmount, SECOND_MS } from '@sarraf/domain';
import {
  BOOK_LEVELS,
  coinGeckoOrderBook,
  coinGeckoTickers,
  coinGeckoTrades,
  type ReplyOf,
  type Ticker,
} from '@sarraf/domain/contracts';
import type { Http } from '../../platform/http/http.ts';
import { SHOWN_LEVELS } from '../channels.ts';
import { levelText, tradedPriceText } from '../texts.ts';
import type { MarketTrade, MarketView } from '../view.ts';
import { type FeedDeps, openPair } from './deps.ts';
import { tradesWithin } from './trades.ts';

const MAX_TRADES = 1_000;

export const pairOf = ({ coinCode, quoteCode }: Ticker): string => `${coinCode}_${quoteCode}`;

/** Returns the open markets that have had a trade: a market without a price has no ticker. */
export const listed = (deps: FeedDeps): (Ticker & { lastPrice: string })[] =>
  deps.tickers
    .rows()
    .rows.filter((row): row is Ticker & { lastPrice: string } => row.isActive && row.lastPrice !== null);

export function sidesOf(view: MarketView, depth: number | undefined) {
  const most = depth ? Math.max(1, Math.min(BOOK_LEVELS.max, Math.ceil(depth / 2))) : SHOWN_LEVELS;
  const texts = (side: 'buy' | 'sell') =>
    view.depth(side, most).map((level) => levelText(level, view.coin, view.quote));
  return { bids: texts('buy'), asks: texts('sell') };
}

export function addCoinGecko(http: Http, deps: FeedDeps): void {
  http.route(coinGeckoTickers, () =>
    listed(deps).map((row) => ({
      ticker_id: pairOf(row),
      base_currency: row.coinCode,
      target_currency: row.quoteCode,
      last_price: row.lastPrice,
      base_volume: row.volume,
      target_volume: row.quoteVolume,
      bid: row.bestBid,
      ask: row.bestAsk,
      high: row.highPrice ?? row.lastPrice,
      low: row.lowPrice ?? row.lastPrice,
    })),
  );
  http.route(coinGeckoOrderBook, async ({ query }) => {
    const { market, view } = await openPair(deps, query.ticker_id);
    return { ticker_id: market.pair, timestamp: deps.clock.now(), ...sidesOf(view, query.depth) };
  });
  http.route(coinGeckoTrades, async ({ query }) => {
    const { view } = await openPair(deps, query.ticker_id);
    const ms = (seconds: number | undefined) => (seconds === undefined ? null : seconds * SECOND_MS);
    const end = ms(query.end_time);
    const trades = await tradesWithin(deps.db, view, {
      from: ms(query.start_time),
      // Includes the whole last second.
      to: end === null ? null : end + SECOND_MS - 1,
      limit: query.limit || MAX_TRADES,
    });
    const of = (side: 'buy' | 'sell') =>
      query.type === undefined || query.type === side
        ? trades.filter((trade) => trade.side === side).map((trade) => geckoTrade(trade, view))
        : [];
    return { buy: of('buy'), sell: of('sell') };
  });
}

const geckoTrade = (
  trade: MarketTrade,
  { coin, quote }: MarketView,
): ReplyOf<typeof coinGeckoTrades>['buy'][number] => ({
  trade_id: trade.number,
  price: tradedPriceText(trade.price, coin, quote),
  base_volume: formatAmount(trade.amount, coin),
  target_volume: formatAmount(trade.notional, quote),
  trade_timestamp: trade.at,
  type: trade.side,
});
