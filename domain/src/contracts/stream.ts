/** Messages of WebSocket `/api/stream`, both ways, one JSON object each. */
import type { CoinPrice } from './market.ts';
import type { Order } from './trading.ts';

export type ClientMessage =
  | { op: 'subscribe'; channels: string[] }
  | { op: 'unsubscribe'; channels: string[] }
  | { op: 'auth'; token: string }
  | { op: 'ping' };

/** `seq` rises by one with each message of its channel; a gap means: fetch again. */
export interface StreamMessage<C extends string = string, D = unknown> {
  channel: C;
  seq: number;
  type: 'snapshot' | 'update';
  data: D;
}

export type PricesMessage = StreamMessage<'prices', { TOMAN: CoinPrice[]; TETHER: CoinPrice[] }>;
/** The balances may have changed: which coins. */
export type WalletsMessage = StreamMessage<'wallets', { coins: string[] }>;
export type OrdersMessage = StreamMessage<'orders', Order>;

export type ServerMessage =
  | StreamMessage
  | { op: 'error'; message: string }
  | { op: 'authenticated' }
  | { op: 'pong' };
