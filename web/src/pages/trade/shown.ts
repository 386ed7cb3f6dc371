import type { BookSide } from './order-book/book.ts';

/** The parts of the market that a phone shows one at a time. */
export type TradePanel = 'chart' | 'book' | 'trades' | 'orders';

/** Whose open orders are listed: this market's, or all. */
export type Scope = 'here' | 'everywhere';

/** Prices of the person's own open orders, in smallest units. */
export type OwnPrices = Record<BookSide, readonly bigint[]>;
