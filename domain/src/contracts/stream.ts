/** Messages of WebSocket `/api/stream`, both ways, one JSON object each. */
import type { CoinPrice } from './market.ts';
import type { Candle, MarketInfo, PriceLevel, PublicTrade } from './market-data.ts';
import type { Order } from './trading.ts';

export type ClientMessage =
  | { op: 'subscribe'; channels: string[] }
  | { op: 'unsubscribe'; channels: string[] }
  | { op: 'auth'; token: string }
  | { op: 'ping' };

/**
 * Numbers of a channel only rise. An update stands on the message before it: `prev` is that one's number, or, where it
 * is left out, `seq` - 1. Anything else before it means that something was missed: subscribe anew for a snapshot.
 */
export interface StreamMessage<C extends string = string, D = unknown> {
  channel: C;
  seq: number;
  prev?: number;
  type: 'snapshot' | 'update';
  data: D;
}

export type PricesMessage = StreamMessage<'prices', { TOMAN: CoinPrice[]; TETHER: CoinPrice[] }>;
/** Limits, steps or switches of coins, networks or markets have changed: fetch them again. */
export type CoinsMessage = StreamMessage<'coins', { at: number }>;
/** The balances may have changed: which coins. */
export type WalletsMessage = StreamMessage<'wallets', { coins: string[] }>;
/** How many notices are unread now, counted up to a hundred. */
export type NoticesMessage = StreamMessage<'notices', { unread: number }>;
export type OrdersMessage = StreamMessage<'orders', Order>;
/** `seq` is the book's sequence. A snapshot has whole sides, best first; an update the levels that changed ("0": gone). */
export type BookMessage = StreamMessage<`book:${string}`, { bids: PriceLevel[]; asks: PriceLevel[] }>;
/** Newest first; `seq` is the number of the newest. */
export type TradesMessage = StreamMessage<`trades:${string}`, PublicTrade[]>;
/** The running candle of one minute. */
export type CandlesMessage = StreamMessage<`candles:${string}`, Candle | null>;
/** Rows of the markets that changed; a snapshot has all of the quote. */
export type MarketsMessage = StreamMessage<'markets:TOMAN' | 'markets:TETHER', MarketInfo[]>;

export type ServerMessage =
  | StreamMessage
  /** `errors`: names of the message's fields that are wrong (BAD_REQUEST) or that it doesn't have (UNKNOWN_FIELD). */
  | { op: 'error'; message: string; errors?: string[] }
  | { op: 'authenticated' }
  | { op: 'pong' };
