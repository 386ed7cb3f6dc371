import { AppError } from '@sarraf/domain';
import type { OrderEnd } from '@sarraf/domain/contracts';
import type { Decision, Ledger, Transfer } from '../../ledger/index.ts';
import type { BookChange, Bus } from '../../platform/bus/bus.ts';
import { announceOrders, type BookUpdate, buildBookUpdate } from '../book/change-book.ts';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import { shownOf } from '../book/slices.ts';
import type { OrderBooks } from '../quick/exchange.ts';
import { type Consequence, followChange } from '../triggers/follow.ts';
import { waitsForTrigger } from '../triggers/trigger.ts';
import { updateOrder } from './open-order-store.ts';
import { endedRow, type OrderRow } from './order.ts';
import { TradeTransfers } from './settle-match.ts';

export interface EndDeps {
  ledger: Ledger;
  exchange: OrderBooks;
  bus: Bus;
}

/**
 * Removes open orders from their order books and releases their blocked money: one change of each market's order
 * book. Pure; `reply` is built from the rows as they end.
 */
export function decideCancellation(
  { exchange, bus }: EndDeps,
  orders: readonly OpenOrder[],
  { endedBy, at }: { endedBy: OrderEnd; at: Date },
  reply: (rows: OrderRow[]) => string,
): Decision {
  const ended = orders.map((order) => ({ order, row: endedRow(order.row, endedBy) }));
  const markets = new Map<MarketBook, typeof ended>();
  for (const end of ended) {
    const market = exchange.market(end.row.coin, end.row.quote);
    if (!market) throw new AppError('INTERNAL_SERVER_ERROR');
    const same = markets.get(market);
    if (same) same.push(end);
    else markets.set(market, [end]);
  }
  const transfers: Transfer[] = [];
  const steps: [MarketBook, BookUpdate, Consequence][] = [];
  for (const [market, ends] of markets) {
    const moves = new TradeTransfers(market);
    for (const { order, row } of ends) moves.release(row, order.row.reserved);
    const sequence = market.head.sequence + 1;
    const following = followChange({ exchange, bus }, market, { changed: ends, path: null, sequence, at });
    transfers.push(...moves.transfers, ...following.before, ...following.after);
    const levels = ends.filter(({ order }) => !waitsForTrigger(order.row)).map(levelOf);
    steps.push([
      market,
      buildBookUpdate(market, [...levels, ...following.levels], null, at.getTime()),
      following,
    ]);
  }
  return {
    transfers,
    rows: [
      ...ended.map(({ row }) => updateOrder(row, at)),
      ...steps.flatMap(([, step, following]) => [...following.rows, step.row]),
    ],
    reply: reply(ended.map(({ row }) => row)),
    applied() {
      for (const [market, ends] of markets)
        for (const { order, row } of ends) {
          order.row = row;
          exchange.end(market, order, true);
        }
      for (const [market, step, following] of steps) {
        following.applied();
        Object.assign(market.head, step.head);
      }
    },
    durable() {
      for (const [, step] of steps) bus.publish('book', step.change);
      announceOrders(
        bus,
        ended.map(({ row }) => ({ row, inviterId: null })),
      );
      for (const [, , following] of steps) following.durable();
    },
  };
}

/** Combines two decisions of one command, applied in order; the second one's reply is returned. */
export const oneAfterOther = (first: Decision, second: Decision): Decision => ({
  transfers: [...first.transfers, ...second.transfers],
  rows: [...(first.rows ?? []), ...(second.rows ?? [])],
  reply: second.reply,
  applied() {
    first.applied?.();
    second.applied?.();
  },
  durable() {
    first.durable?.();
    second.durable?.();
  },
});

/** Returns the amount by which a level shrinks when an order ends. */
export const levelOf = ({ order: { side, row } }: { order: OpenOrder }): BookChange['levels'][number] => ({
  side,
  price: row.unitPrice,
  delta: -shownOf(row),
});
