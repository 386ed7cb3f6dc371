/** In the format of CoinMarketCap's "Ideal API Endpoint Samples" (section A, spot exchanges). */
import { ALL_ASSETS, ASSETS, type Asset, DAY_MS, formatAmount, formatDecimal } from '@sarraf/domain';
import {
  coinMarketCapAssets,
  coinMarketCapOrderBook,
  coinMarketCapSummary,
  coinMarketCapTicker,
  coinMarketCapTrades,
} from '@sarraf/domain/contracts';
import type { Http } from '../../platform/http/http.ts';
import { describeMarkets } from '../describe-markets.ts';
import { formatTradedPrice } from '../texts.ts';
import { formatPair, formatSides, listTradedTickers } from './coingecko.ts';
import { type FeedDeps, openPair, toJsonNumber } from './deps.ts';
import { listTradesWithin } from './trades.ts';

const MAX_TRADES = 1_000;
const PPM_DIGITS = 6;

export function addCoinMarketCapRoutes(http: Http, deps: FeedDeps): void {
  http.route(coinMarketCapSummary, () =>
    listTradedTickers(deps).map((row) => ({
      trading_pairs: formatPair(row),
      base_currency: row.coinCode,
      quote_currency: row.quoteCode,
      last_price: toJsonNumber(row.lastPrice),
      lowest_ask: toJsonNumber(row.bestAsk),
      highest_bid: toJsonNumber(row.bestBid),
      base_volume: toJsonNumber(row.volume),
      quote_volume: toJsonNumber(row.quoteVolume),
      price_change_percent_24h: toJsonNumber(row.changePercent),
      highest_price_24h: toJsonNumber(row.highPrice ?? row.lastPrice),
      lowest_price_24h: toJsonNumber(row.lowPrice ?? row.lastPrice),
    })),
  );
  http.route(coinMarketCapAssets, () =>
    Object.fromEntries(ALL_ASSETS.map((asset) => [ASSETS[asset].symbol, describeAsset(deps, asset)])),
  );
  http.route(coinMarketCapTicker, () => {
    const details = describeMarkets(deps, deps.clock.now());
    const states = new Map(details.map(({ marketType, state }) => [marketType, state]));
    return Object.fromEntries(
      listTradedTickers(deps).map((row) => [
        formatPair(row),
        {
          last_price: row.lastPrice,
          base_volume: row.volume,
          quote_volume: row.quoteVolume,
          isFrozen: states.get(row.marketType) === 'OPEN' ? '0' : '1',
        },
      ]),
    );
  });
  http.route(coinMarketCapOrderBook, async ({ params, query }) => {
    const { view } = await openPair(deps, params.market_pair);
    const depth = query.level === 1 ? 2 : query.depth;
    return { timestamp: deps.clock.now(), ...formatSides(view, depth) };
  });
  http.route(coinMarketCapTrades, async ({ params }) => {
    const { view } = await openPair(deps, params.market_pair);
    const { coin, quote } = view;
    const from = deps.clock.now() - DAY_MS;
    const trades = await listTradesWithin(deps.db, view, { from, to: null, limit: MAX_TRADES });
    return trades.map((trade) => ({
      trade_id: trade.number,
      price: formatTradedPrice(trade.price, coin, quote),
      base_volume: formatAmount(trade.amount, coin),
      quote_volume: formatAmount(trade.notional, quote),
      timestamp: trade.at,
      type: trade.side,
    }));
  });
}

/** A coin with several networks is open if one of them is. */
function describeAsset({ market, trading }: FeedDeps, asset: Asset) {
  const { networks, minWithdraw, maxWithdraw } = market.coin(asset);
  const isBankAsset = asset === 'TOMAN';
  const formatPicked = (amounts: readonly bigint[], pick: (a: bigint, b: bigint) => bigint) =>
    formatAmount(amounts.length === 0 ? 0n : amounts.reduce(pick), asset);
  const minimums = minWithdraw === undefined ? networks.map((network) => network.minWithdraw) : [minWithdraw];
  const maximums = maxWithdraw === undefined ? networks.map((network) => network.maxWithdraw) : [maxWithdraw];
  const fee = formatDecimal(trading.levels()[0]?.feeRates.TOMAN ?? 0n, PPM_DIGITS);
  return {
    name: ASSETS[asset].englishName,
    can_withdraw: isBankAsset || networks.some((network) => network.withdrawEnabled),
    can_deposit: isBankAsset || networks.some((network) => network.depositEnabled),
    min_withdraw: formatPicked(minimums, (a, b) => (a < b ? a : b)),
    max_withdraw: formatPicked(maximums, (a, b) => (a > b ? a : b)),
    maker_fee: fee,
    taker_fee: fee,
  };
}
