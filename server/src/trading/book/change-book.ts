import type { Order } from '@sarraf/domain/contracts';
import type { Row } from '../../ledger/index.ts';
import type { BookChange, Bus } from '../../platform/bus/bus.ts';
import { updateHead } from '../orders/open-order-store.ts';
import { type OrderRow, orderDto } from '../orders/order.ts';
import type { MatchSettlement } from '../orders/settle-match.ts';
import type { BookHead, MarketBook } from './market-book.ts';

/** One change of a market's order book: the market's head after it, and the published message. */
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
  /** The head that precedes it; among several changes of one command that of the previous change. */
  previousHead: BookHead = market.head,
): BookUpdate {
  const fills = settlement?.fills ?? [];
  const head: BookHead = {
    sequence: previousHead.sequence + 1,
    fill: previousHead.fill + fills.length,
    lastPrice: fills.at(-1)?.price ?? previousHead.lastPrice,
  };
  const change: BookChange = {
    market: market.name,
    sequence: head.sequence,
    levels: [...fills.map(toTakenLevel), ...(settlement?.uncovered ?? []), ...levels],
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

const toTakenLevel = ({
  taker,
  price,
  amount,
}: MatchSettlement['fills'][number]): BookChange['levels'][number] => ({
  side: taker.side === 'buy' ? 'sell' : 'buy',
  price,
  delta: -amount,
});

/** A changed order; `dto`: the API's row of it if it is already available. */
export interface OrderUpdate {
  row: OrderRow;
  inviterId: string | null;
  dto?: Order;
}

/** Publishes the changes to the screens of the owners whose orders and money changed, and of their inviters. */
export function publishOrders(bus: Bus, orders: readonly OrderUpdate[]): void {
  for (const { row, inviterId, dto } of orders) {
    const { userId, coin, quote } = row;
    bus.publish('orders', { userId, order: dto ?? orderDto(row) });
    bus.publish('wallets', { userId, coins: [coin, quote] });
    if (inviterId !== null && row.fee > 0n) bus.publish('wallets', { userId: inviterId, coins: [quote] });
  }
}
