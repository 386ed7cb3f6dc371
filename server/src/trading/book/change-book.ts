import type { Order } from '@sarraf/domain/contracts';
import type { Row } from '../../ledger/index.ts';
import type { BookChange, Bus } from '../../platform/bus/bus.ts';
import { updateHead } from '../orders/open-order-store.ts';
import { type OrderRow, orderDto } from '../orders/order.ts';
import type { MatchSettlement } from '../orders/settle-match.ts';
import type { BookHead, MarketBook } from './market-book.ts';

/** One change of a market's book: where the market stands after it, and what the others are told. */
export interface BookUpdate {
  head: BookHead;
  row: Row;
  change: BookChange;
}

export function buildBookUpdate(
  market: MarketBook,
  levels: BookChange['levels'],
  settlement: Pick<MatchSettlement, 'fills' | 'uncovered'> | null,
  at: number,
  /** After which it comes; of several of one command the one before. */
  before: BookHead = market.head,
): BookUpdate {
  const fills = settlement?.fills ?? [];
  const head: BookHead = {
    sequence: before.sequence + 1,
    fill: before.fill + fills.length,
    lastPrice: fills.at(-1)?.price ?? before.lastPrice,
  };
  const change: BookChange = {
    market: market.name,
    sequence: head.sequence,
    levels: [...fills.map(takenBy), ...(settlement?.uncovered ?? []), ...levels],
    fills: fills.map(({ number, price, amount, notional, taker }) => ({
      number,
      price,
      amount,
      notional,
      side: taker.side,
    })),
    at,
  };
  return { head, row: updateHead(market, head), change };
}

const takenBy = ({
  taker,
  price,
  amount,
}: MatchSettlement['fills'][number]): BookChange['levels'][number] => ({
  side: taker.side === 'buy' ? 'sell' : 'buy',
  price,
  delta: -amount,
});

/** An order that changed; `shown` where the API's row of it is at hand. */
export interface OrderUpdate {
  row: OrderRow;
  inviterId: string | null;
  shown?: Order;
}

/** Tells the screens of those whose orders and money changed, and of who invited them. */
export function announceOrders(bus: Bus, orders: readonly OrderUpdate[]): void {
  for (const { row, inviterId, shown } of orders) {
    const { userId, coin, quote } = row;
    bus.publish('orders', { userId, order: shown ?? orderDto(row) });
    bus.publish('wallets', { userId, coins: [coin, quote] });
    if (inviterId !== null && row.fee > 0n) bus.publish('wallets', { userId: inviterId, coins: [quote] });
  }
}
