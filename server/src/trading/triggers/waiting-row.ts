import type { Coin, Ppm, Quote } from '@sarraf/domain';
import type { OrderType } from '@sarraf/domain/contracts';
import { type Account, type Row, userAccount } from '../../ledger/index.ts';
import { type BookUpdate, buildBookUpdate } from '../book/change-book.ts';
import type { BookHead, MarketBook } from '../book/market-book.ts';
import { getDefaultManner, type OrderManner } from '../orders/manner.ts';
import type { OrderRow } from '../orders/order.ts';
import { insertWaitingOrder } from '../orders/order-table.ts';
import type { OrderTrigger } from './trigger.ts';

export interface NewWaitingOrder {
  id: string;
  userId: string;
  coin: Coin;
  quote: Quote;
  orderType: OrderType;
  amount: bigint;
  unitPrice: bigint;
  reserved: bigint;
  trigger: OrderTrigger | null;
  group: string | null;
  createdAt: Date;
  manner?: OrderManner;
}

/** Returns the row of an order of which nothing has been traded yet. */
export const buildUntradedRow = (order: NewWaitingOrder): OrderRow => ({
  ...order,
  orderStatus: 'IS_OPEN',
  executedAmount: 0n,
  notional: 0n,
  fee: 0n,
  total: 0n,
  tomanValue: 0n,
  endedBy: null,
  recurring: null,
  manner: order.manner ?? getDefaultManner(order.orderType),
});

/** Gives an order the next sequence number of its market, which is its priority among waiting orders. */
export function buildPlacement(
  market: MarketBook,
  row: OrderRow,
  { feeRate, key, at, before }: { feeRate: Ppm; key: string | null; at: Date; before?: BookHead },
): { step: BookUpdate; sequence: number; insert: Row } {
  const inBook = row.trigger === null && row.orderStatus === 'IS_OPEN';
  const side = row.orderType.endsWith('_BUY') ? ('buy' as const) : ('sell' as const);
  const levels = inBook ? [{ side, price: row.unitPrice, delta: row.amount - row.executedAmount }] : [];
  const step = buildBookUpdate(market, levels, null, at.getTime(), before);
  const { sequence } = step.head;
  return {
    step,
    sequence,
    insert: insertWaitingOrder(row, { sequence, feeRate, firstFill: null, lastFill: null, key }),
  };
}

/** Returns a person's accounts in the two assets of a market, spendable and blocked. */
export const listWalletAccounts = (
  userId: string,
  { coin, quote }: { coin: Coin; quote: Quote },
): Account[] =>
  [coin, quote].flatMap((asset) => [userAccount(userId, asset), userAccount(userId, asset, 'blocked')]);
