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
import { MAX_LEVELS_PER_SIDE } from '../channels.ts';
import { formatTradedPrice, levelText } from '../texts.ts';
import type { MarketTrade, MarketView } from '../view.ts';
import { type FeedDeps, openPair } from './deps.ts';
import { listTradesWithin } from './trades.ts';

const MAX_TRADES = 1_000;

export const formatPair = ({ coinCode, quoteCode }: Ticker): string => `${coinCode}_${quoteCode}`;

/** Returns the open markets that have had a trade: a market without a price has no ticker. */
export const listTradedTickers = (deps: FeedDeps): (Ticker & { lastPrice: string })[] =>
  deps.tickers
    .listRows()
    .rows.filter((row): row is Ticker & { lastPrice: string } => row.isActive && row.lastPrice !== null);

export function formatSides(view: MarketView, depth: number | undefined) {
  const maxLevels = depth
    ? Math.max(1, Math.min(BOOK_LEVELS.max, Math.ceil(depth / 2)))
    : MAX_LEVELS_PER_SIDE;
  const formatLevels = (side: 'buy' | 'sell') =>
    view.listBest(side, maxLevels).map((level) => levelText(level, view.coin, view.quote));
  return { bids: formatLevels('buy'), asks: formatLevels('sell') };
}

export function addCoinGeckoRoutes(http: Http, deps: FeedDeps): void {
  http.route(coinGeckoTickers, () =>
    listTradedTickers(deps).map((row) => ({
      ticker_id: formatPair(row),
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
    return { ticker_id: market.pair, timestamp: deps.clock.now(), ...formatSides(view, query.depth) };
  });
  http.route(coinGeckoTrades, async ({ query }) => {
    const { view } = await openPair(deps, query.ticker_id);
    const ms = (seconds: number | undefined) => (seconds === undefined ? null : seconds * SECOND_MS);
    const end = ms(query.end_time);
    const trades = await listTradesWithin(deps.db, view, {
      from: ms(query.start_time),
      // Includes the whole last second.
      to: end === null ? null : end + SECOND_MS - 1,
      limit: query.limit || MAX_TRADES,
    });
    const tradesOfSide = (side: 'buy' | 'sell') =>
      query.type === undefined || query.type === side
        ? trades.filter((trade) => trade.side === side).map((trade) => toGeckoTrade(trade, view))
        : [];
    return { buy: tradesOfSide('buy'), sell: tradesOfSide('sell') };
  });
}

const toGeckoTrade = (
  trade: MarketTrade,
  { coin, quote }: MarketView,
): ReplyOf<typeof coinGeckoTrades>['buy'][number] => ({
  trade_id: trade.number,
  price: formatTradedPrice(trade.price, coin, quote),
  base_volume: formatAmount(trade.amount, coin),
  target_volume: formatAmount(trade.notional, quote),
  trade_timestamp: trade.at,
  type: trade.side,
});
