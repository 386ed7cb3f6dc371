import { Refusal } from '@sarraf/domain';
import type { OrderEnd } from '@sarraf/domain/contracts';
import type { Decision, Ledger } from '../../ledger/index.ts';
import type { BookChange, Bus } from '../../platform/bus/bus.ts';
import { announceOrders, type BookStep, stepOf } from '../book/change-book.ts';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import type { Exchange } from '../quick/exchange.ts';
import { updateOrder } from './open-order-store.ts';
import { type OrderRow, statusOf } from './order.ts';
import { Moves } from './settle-match.ts';

export interface EndDeps {
  ledger: Ledger;
  exchange: Exchange;
  bus: Bus;
}

/**
 * Takes open orders out of their books and gives back what is blocked for them: one change of each market's book.
 * Pure; `reply` is made of the rows as they end.
 */
export function decideEnd(
  { exchange, bus }: EndDeps,
  orders: readonly OpenOrder[],
  { endedBy, at }: { endedBy: OrderEnd; at: Date },
  reply: (rows: OrderRow[]) => string,
): Decision {
  const ended = orders.map((order) => ({ order, row: endedRow(order.row, endedBy) }));
  const markets = new Map<MarketBook, typeof ended>();
  for (const end of ended) {
    const market = exchange.market(end.row.coin, end.row.quote);
    if (!market) throw new Refusal('INTERNAL_SERVER_ERROR');
    const same = markets.get(market);
    if (same) same.push(end);
    else markets.set(market, [end]);
  }
  const transfers = [];
  const steps: [MarketBook, BookStep][] = [];
  for (const [market, ends] of markets) {
    const moves = new Moves(market);
    for (const { order, row } of ends) moves.release(row, order.row.reserved);
    transfers.push(...moves.transfers);
    steps.push([market, stepOf(market, ends.map(levelOf), null, at.getTime())]);
  }
  return {
    transfers,
    rows: [...ended.map(({ row }) => updateOrder(row, at)), ...steps.map(([, step]) => step.row)],
    reply: reply(ended.map(({ row }) => row)),
    applied() {
      for (const [market, ends] of markets)
        for (const { order, row } of ends) {
          order.row = row;
          exchange.end(market, order, true);
        }
      for (const [market, step] of steps) Object.assign(market.head, step.head);
    },
    durable() {
      for (const [, step] of steps) bus.publish('book', step.change);
      announceOrders(
        bus,
        ended.map(({ row }) => ({ row, inviterId: null })),
      );
    },
  };
}

const endedRow = (row: OrderRow, endedBy: OrderEnd): OrderRow => ({
  ...row,
  orderStatus: statusOf(row.amount, row.executedAmount, false),
  reserved: 0n,
  endedBy,
});

const levelOf = ({ order: { side, row } }: { order: OpenOrder }): BookChange['levels'][number] => ({
  side,
  price: row.unitPrice,
  delta: row.executedAmount - row.amount,
});
