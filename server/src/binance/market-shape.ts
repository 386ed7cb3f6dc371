import {
  computeNotional,
  formatAmount,
  MAX_SLICES,
  PRICE_BAND,
  parseAmount,
  parseDecimal,
  pow10,
  type Quote,
  scaleOf,
} from '@sarraf/domain';
import type {
  BookTop,
  Candle,
  CoinDetail,
  MarketDetail,
  OrderBook,
  PublicTrade,
  Ticker,
} from '@sarraf/domain/contracts';
import { TYPES } from './order-form.ts';
import { findMarketByName, type SymbolMarket } from './symbols.ts';

/** Maximum number of open orders of an account in a market: `MAX_OPEN_ORDERS` of trading. */
const MAX_ORDERS = 200;
const BAND = Number.parseInt(PRICE_BAND.toString(), 10);
const DAY_MS = 86_400_000;

const STATES = { OPEN: 'TRADING', PAUSED: 'HALT', CLOSED: 'HALT', INACTIVE: 'BREAK' } as const;

/** A market in the format of `exchangeInfo`. */
export const symbolShape = (market: MarketDetail) => ({
  symbol: market.coinCode + market.quoteCode,
  status: STATES[market.state],
  baseAsset: market.coinCode,
  baseAssetPrecision: market.amountPrecision,
  quoteAsset: market.quoteCode,
  quotePrecision: market.quotePrecision,
  quoteAssetPrecision: market.quotePrecision,
  baseCommissionPrecision: market.amountPrecision,
  quoteCommissionPrecision: market.quotePrecision,
  orderTypes: [...TYPES],
  icebergAllowed: true,
  ocoAllowed: true,
  otoAllowed: false,
  opoAllowed: false,
  quoteOrderQtyMarketAllowed: true,
  allowTrailingStop: false,
  cancelReplaceAllowed: true,
  amendAllowed: true,
  pegInstructionsAllowed: false,
  isSpotTradingAllowed: true,
  isMarginTradingAllowed: false,
  filters: filtersOf(market),
  permissions: [],
  permissionSets: [['SPOT']],
  defaultSelfTradePreventionMode: 'EXPIRE_TAKER',
  allowedSelfTradePreventionModes: ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'],
});

/** Returns the filters for orders; the minimum price and amount are one increment each. */
function filtersOf({ tick, lot, minNotional, maxAmount }: MarketDetail) {
  const [step, minPrice] = [trimZeros(lot), trimZeros(tick)];
  const lots = { minQty: step, maxQty: trimZeros(maxAmount), stepSize: step };
  const [maxMultiplier, minMultiplier] = [String(1 + BAND / 100), String(1 - BAND / 100)];
  return [
    // No fixed highest price (0): the band around the market's price limits it.
    { filterType: 'PRICE_FILTER', minPrice: minPrice, maxPrice: '0', tickSize: minPrice },
    { filterType: 'LOT_SIZE', ...lots },
    { filterType: 'MARKET_LOT_SIZE', ...lots },
    {
      filterType: 'MIN_NOTIONAL',
      minNotional: trimZeros(minNotional),
      applyToMarket: true,
      avgPriceMins: 0,
    },
    {
      filterType: 'PERCENT_PRICE_BY_SIDE',
      bidMultiplierUp: maxMultiplier,
      bidMultiplierDown: minMultiplier,
      askMultiplierUp: maxMultiplier,
      askMultiplierDown: minMultiplier,
      avgPriceMins: 0,
    },
    { filterType: 'ICEBERG_PARTS', limit: Number.parseInt(MAX_SLICES.toString(), 10) },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: MAX_ORDERS },
  ];
}

/** Strips trailing zeros: tools count the digits of an increment. */
const trimZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

export const depthShape = ({ sequence, bids, asks }: OrderBook) => ({ lastUpdateId: sequence, bids, asks });

export const tradeShape = ({ coin, quote }: SymbolMarket, trade: PublicTrade) => ({
  id: trade.number,
  price: trade.unitPrice,
  qty: trade.amount,
  quoteQty: formatAmount(
    computeNotional(coin, parseAmount(trade.amount, coin), parseAmount(trade.unitPrice, quote)),
    quote,
  ),
  time: Date.parse(trade.createdAtDateTime),
  isBuyerMaker: trade.side === 'sell',
  isBestMatch: true,
});

/** Trades are published one by one here: each is an aggregate of its own. */
export function aggregateShape(market: SymbolMarket, trade: PublicTrade) {
  const { id, price, qty, time, isBuyerMaker, isBestMatch } = tradeShape(market, trade);
  return { a: id, p: price, q: qty, f: id, l: id, T: time, m: isBuyerMaker, M: isBestMatch };
}

/** Of a candle's sums only the coin's is stored; the others are zero, since their type has no value for unknown. */
export const klineShape = ({ time, open, high, low, close, volume }: Candle, lengthMs: number) => [
  time * 1000,
  open,
  high,
  low,
  close,
  volume,
  time * 1000 + lengthMs - 1,
  '0',
  0,
  '0',
  '0',
  '0',
];

const parsePrice = (text: string, quote: Quote): bigint => parseDecimal(text, scaleOf(quote)) ?? 0n;

const formatSigned = (amount: bigint, quote: Quote): string =>
  amount < 0n ? `-${formatAmount(-amount, quote)}` : formatAmount(amount, quote);

/** Unknown prices are zero, as in Binance's reply for a market without trades. */
export function dayShape(ticker: Ticker, now: number) {
  const { coin, quote } = findMarketByName(ticker.marketType);
  const orZero = (text: string | null) => text ?? '0';
  const [lastPrice, openPrice] = [orZero(ticker.lastPrice), orZero(ticker.openPrice)];
  const volume = parseDecimal(ticker.volume, scaleOf(coin)) ?? 0n;
  const value = parseDecimal(ticker.quoteVolume, scaleOf(quote)) ?? 0n;
  return {
    symbol: ticker.coinCode + ticker.quoteCode,
    priceChange: formatSigned(parsePrice(lastPrice, quote) - parsePrice(openPrice, quote), quote),
    priceChangePercent: ticker.changePercent ?? '0',
    weightedAvgPrice: volume > 0n ? formatAmount((value * pow10(scaleOf(coin))) / volume, quote) : '0',
    prevClosePrice: openPrice,
    lastPrice: lastPrice,
    lastQty: '0',
    bidPrice: orZero(ticker.bestBid),
    bidQty: orZero(ticker.bestBidAmount),
    askPrice: orZero(ticker.bestAsk),
    askQty: orZero(ticker.bestAskAmount),
    openPrice: openPrice,
    highPrice: orZero(ticker.highPrice),
    lowPrice: orZero(ticker.lowPrice),
    volume: ticker.volume,
    quoteVolume: ticker.quoteVolume,
    openTime: now - DAY_MS,
    closeTime: now,
    firstId: -1,
    lastId: -1,
    count: 0,
  };
}

/** The format of `type=MINI`. */
export function miniDayShape(ticker: Ticker, now: number) {
  const day = dayShape(ticker, now);
  const { symbol, openPrice, highPrice, lowPrice, lastPrice, volume, quoteVolume } = day;
  const { openTime, closeTime, firstId, lastId, count } = day;
  return {
    ...{ symbol, openPrice, highPrice, lowPrice, lastPrice, volume, quoteVolume },
    ...{ openTime, closeTime, firstId, lastId, count },
  };
}

export const priceShape = ({ coinCode, quoteCode, lastPrice }: Ticker) => ({
  symbol: coinCode + quoteCode,
  price: lastPrice ?? '0',
});

const EMPTY_LEVEL = ['0', '0'] as const;

export function topShape({ marketType, bid, ask }: BookTop) {
  const [bidPrice, bidQty] = bid ?? EMPTY_LEVEL;
  const [askPrice, askQty] = ask ?? EMPTY_LEVEL;
  return { symbol: findMarketByName(marketType).symbol, bidPrice, bidQty, askPrice, askQty };
}

/** A coin with its networks, in the format of `capital/config/getall`, without balances. */
export const networksShape = (coin: CoinDetail) => ({
  coin: coin.code,
  name: coin.englishName,
  depositAllEnable: coin.tokenTypeDetails.some(({ isDepositEnable }) => isDepositEnable),
  withdrawAllEnable: coin.tokenTypeDetails.some(({ withdrawEnable }) => withdrawEnable),
  trading: coin.isActive,
  isLegalMoney: coin.name === 'TOMAN',
  networkList: coin.tokenTypeDetails.map((network) => ({
    network: network.tokenType,
    coin: coin.code,
    name: network.tokenType,
    isDefault: network === coin.tokenTypeDetails[0],
    depositEnable: network.isDepositEnable,
    withdrawEnable: network.withdrawEnable,
    withdrawFee: network.withdrawalFee,
    withdrawMin: network.minWithdraw,
    withdrawMax: network.maxWithdraw,
    minConfirm: network.confirmations,
    sameAddress: network.tagIsNeeded,
  })),
});
