import type { BookSide } from './order-book/book.ts';

/** The panels that a phone shows one at a time. */
export type TradePanel = 'chart' | 'book' | 'trades' | 'orders';

/** Whether open orders of this market or of all are listed. */
export type OrdersScope = 'here' | 'everywhere';

/** Prices of the person's open orders, in smallest units. */
export type OwnPrices = Record<BookSide, readonly bigint[]>;
