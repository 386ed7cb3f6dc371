import { AppError } from '@sarraf/domain';
import type { OrderEnd } from '@sarraf/domain/contracts';
import type { Decision, Ledger, Transfer } from '../../ledger/index.ts';
import type { BookChange, Bus } from '../../platform/bus/bus.ts';
import { type BookUpdate, buildBookUpdate, publishOrders } from '../book/change-book.ts';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import { getDisplayedAmount } from '../book/slices.ts';
import type { OrderBooks } from '../quick/exchange.ts';
import { type Consequence, deriveConsequence } from '../triggers/follow.ts';
import { waitsForTrigger } from '../triggers/trigger.ts';
import { updateOrder } from './open-order-store.ts';
import { type OrderRow, toEndedRow } from './order.ts';
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
  const ended = orders.map((order) => ({ order, row: toEndedRow(order.row, endedBy) }));
  const markets = new Map<MarketBook, typeof ended>();
  for (const end of ended) {
    const market = exchange.findMarket(end.row.coin, end.row.quote);
    if (!market) throw new AppError('INTERNAL_SERVER_ERROR');
    const marketEnded = markets.get(market);
    if (marketEnded) marketEnded.push(end);
    else markets.set(market, [end]);
  }
  const transfers: Transfer[] = [];
  const updates: [MarketBook, BookUpdate, Consequence][] = [];
  for (const [market, ends] of markets) {
    const releases = new TradeTransfers(market);
    for (const { order, row } of ends) releases.addRelease(row, order.row.reserved);
    const sequence = market.head.sequence + 1;
    const following = deriveConsequence({ exchange, bus }, market, {
      changed: ends,
      path: null,
      sequence,
      at,
    });
    transfers.push(...releases.transfers, ...following.before, ...following.after);
    const levels = ends.filter(({ order }) => !waitsForTrigger(order.row)).map(toLevelDelta);
    updates.push([
      market,
      buildBookUpdate(market, [...levels, ...following.levels], null, at.getTime()),
      following,
    ]);
  }
  return {
    transfers,
    rows: [
      ...ended.map(({ row }) => updateOrder(row, at)),
      ...updates.flatMap(([, step, following]) => [...following.rows, step.row]),
    ],
    reply: reply(ended.map(({ row }) => row)),
    applied() {
      for (const [market, ends] of markets)
        for (const { order, row } of ends) {
          order.row = row;
          exchange.removeEnded(market, order, true);
        }
      for (const [market, step, following] of updates) {
        following.applied();
        Object.assign(market.head, step.head);
      }
    },
    durable() {
      for (const [, step] of updates) bus.publish('book', step.change);
      publishOrders(
        bus,
        ended.map(({ row }) => ({ row, inviterId: null })),
      );
      for (const [, , following] of updates) following.durable();
    },
  };
}

/** Combines two decisions of one command, applied in order; the second one's reply is returned. */
export const combineDecisions = (first: Decision, second: Decision): Decision => ({
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
export const toLevelDelta = ({
  order: { side, row },
}: {
  order: OpenOrder;
}): BookChange['levels'][number] => ({
  side,
  price: row.unitPrice,
  delta: -getDisplayedAmount(row),
});
