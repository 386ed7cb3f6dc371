/** Events of the market streams, as in Binance's `web-socket-streams.md`. Times are milliseconds since 1970. */
import type { Candle, PublicTrade, Ticker } from '@sarraf/domain/contracts';
import { LENGTHS } from '../lengths.ts';
import { dayShape, tradeShape } from '../market-shape.ts';
import type { SymbolMarket } from '../symbols.ts';
import type { BookLevels } from './level-book.ts';

export function buildTradeEvent(market: SymbolMarket, trade: PublicTrade, at: number) {
  const { id, price, qty, time, isBuyerMaker } = tradeShape(market, trade);
  return {
    e: 'trade',
    E: at,
    s: market.symbol,
    t: id,
    p: price,
    q: qty,
    T: time,
    m: isBuyerMaker,
    M: true,
  };
}

/** Trades are published one by one here: each is an aggregate of its own. */
export function buildAggregateEvent(market: SymbolMarket, trade: PublicTrade, at: number) {
  const { t, p, q, T, m, M } = buildTradeEvent(market, trade, at);
  return { e: 'aggTrade', E: at, s: market.symbol, a: t, p, q, f: t, l: t, T, m, M };
}

/** A candle's sums that aren't stored are zero, as in `klines`. */
export function buildKlineEvent(
  market: SymbolMarket,
  { candle, interval, isOver }: { candle: Candle; interval: keyof typeof LENGTHS; isOver: boolean },
  at: number,
) {
  const openTimeMs = candle.time * 1000;
  return {
    e: 'kline',
    E: at,
    s: market.symbol,
    k: {
      t: openTimeMs,
      T: openTimeMs + LENGTHS[interval] - 1,
      s: market.symbol,
      i: interval,
      f: -1,
      L: -1,
      o: candle.open,
      c: candle.close,
      h: candle.high,
      l: candle.low,
      v: candle.volume,
      n: 0,
      x: isOver,
      q: '0',
      V: '0',
      Q: '0',
      B: '0',
    },
  };
}

/** `first` and `last`: numbers of the included changes of the order book. */
export const buildDepthEvent = (
  { symbol }: SymbolMarket,
  { first, last, bids, asks }: BookLevels & { first: number; last: number },
  at: number,
) => ({ e: 'depthUpdate', E: at, s: symbol, U: first, u: last, b: bids, a: asks });

export function buildTopEvent({ symbol }: SymbolMarket, { bids, asks }: BookLevels, update: number) {
  const [[bid, bidAmount], [ask, askAmount]] = [bids[0] ?? EMPTY_LEVEL, asks[0] ?? EMPTY_LEVEL];
  return { u: update, s: symbol, b: bid, B: bidAmount, a: ask, A: askAmount };
}

const EMPTY_LEVEL = ['0', '0'] as const;

export function buildTickerEvent(ticker: Ticker, at: number) {
  const day = dayShape(ticker, at);
  return {
    e: '24hrTicker',
    E: at,
    s: day.symbol,
    p: day.priceChange,
    P: day.priceChangePercent,
    w: day.weightedAvgPrice,
    x: day.prevClosePrice,
    c: day.lastPrice,
    Q: day.lastQty,
    b: day.bidPrice,
    B: day.bidQty,
    a: day.askPrice,
    A: day.askQty,
    o: day.openPrice,
    h: day.highPrice,
    l: day.lowPrice,
    v: day.volume,
    q: day.quoteVolume,
    O: day.openTime,
    C: day.closeTime,
    F: day.firstId,
    L: day.lastId,
    n: day.count,
  };
}

export function buildMiniTickerEvent(ticker: Ticker, at: number) {
  const { s, c, o, h, l, v, q } = buildTickerEvent(ticker, at);
  return { e: '24hrMiniTicker', E: at, s, c, o, h, l, v, q };
}
