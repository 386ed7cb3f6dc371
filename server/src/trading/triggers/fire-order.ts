import { maxNotionalForTotal, pow10, scaleOf } from '@sarraf/domain';
import type { Decision } from '../../ledger/index.ts';
import type { Match } from '../book/book-types.ts';
import { announceOrders, buildBookUpdate } from '../book/change-book.ts';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import { openMarket } from '../orders/decide-order.ts';
import { levelOf } from '../orders/end-orders.ts';
import { type MatchContext, slippageCap, takingOf } from '../orders/judge-order.ts';
import { applyToMetOrders, rowsOfMatch, updatesOfMetOrders } from '../orders/matched-orders.ts';
import { updateOrder } from '../orders/open-order-store.ts';
import { endedRow, type OrderRow, orderDto } from '../orders/order.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { matchedRow } from '../orders/order-row.ts';
import type { OrderRequest } from '../orders/read-order-request.ts';
import { type MatchSettlement, settleMatch, TradeTransfers } from '../orders/settle-match.ts';
import { followChange, pathOf } from './follow.ts';
import { insertOutcome } from './outcome-store.ts';
import type { OrderTrigger } from './trigger.ts';
import { updateTrigger } from './trigger-store.ts';

const NOTHING: Decision = { transfers: [], reply: '' };

/**
 * Sends the next due order to its market's order book. Which one is next is decided here and not by the caller: so
 * due orders come in order, each once, even if a request is repeated or decided again. Pure.
 *
 * TRADING_CLOSED, PAUSED, MARKET_IS_NOT_ACTIVE: it keeps waiting for its turn.
 */
export function decideNext(deps: OrderDeps, market: MarketBook | undefined, at: Date): Decision {
  const order = market?.triggers.next();
  if (!market || !order) return NOTHING;
  const { terms, reference } = openMarket(deps, market, at.getTime());
  const request = requestOf(order);
  const gone = deps.exchange.goneAt(market, at.getTime());
  const match = meet(deps, order, request, { terms, market, reference, gone });
  const { inviterId, invitedBy, side, wage, row: waited } = order;
  const { id, userId } = waited;
  const settlement = settleMatch(
    market,
    match,
    { id, userId, inviterId, invitedBy, side, wage },
    { tomanValue: (notional) => deps.market.tomanValue(market.quote, notional, at.getTime()) ?? 0n, at },
  );
  const row = rowAfter(order, request, { market, match, settlement });
  const following = followChange(deps, market, {
    changed: [{ order, row }, ...settlement.makers, ...settlement.ended],
    path: pathOf(settlement.fills),
    sequence: market.head.sequence + 1,
    at,
  });
  return settled(deps, market, { order, row, match, settlement, following, at });
}

/** Returns the request of a triggered order; its blocked money pays for it. */
function requestOf({ row, side }: OpenOrder): OrderRequest {
  const { coin, quote, orderType, amount, unitPrice } = row;
  const { limit, total } = row.trigger as OrderTrigger;
  const limited = orderType.startsWith('LIMITED');
  return {
    orderType: orderType as OrderRequest['orderType'],
    side,
    coin,
    quote,
    limited,
    amount: total === null ? amount : null,
    total,
    unitPrice: limited ? unitPrice : limit,
    manner: row.manner,
  };
}

/**
 * Matches a triggered order. Its amounts and prices were validated when it was placed; here it either matches or
 * doesn't.
 */
function meet(
  { exchange }: OrderDeps,
  { row, side, wage }: OpenOrder,
  { amount, total, unitPrice, manner }: OrderRequest,
  bench: Pick<MatchContext, 'terms' | 'market' | 'reference' | 'gone'>,
): Match {
  const { market, terms, gone } = bench;
  const best = market.best(side === 'buy' ? 'sell' : 'buy', gone);
  const limit = unitPrice ?? (best === null ? row.unitPrice : slippageCap(side, bench));
  const budget =
    total === null
      ? Number.POSITIVE_INFINITY
      : (market.budgetOf(maxNotionalForTotal(total, wage), pow10(scaleOf(market.coin))) ??
        Number.MAX_SAFE_INTEGER);
  return market.book.match({
    ...takingOf({ side, manner }, { owner: exchange.ownerOf(row.userId), gone }),
    limit: market.tickWithin(side, limit),
    lots: market.lotsOf(amount ?? terms.maxAmount - (terms.maxAmount % terms.lot)),
    budget,
  });
}

/** Returns the row of the order after its match: it keeps its id, its time and its trigger. */
function rowAfter(
  order: OpenOrder,
  request: OrderRequest,
  { market, match, settlement: { taker } }: { market: MarketBook; match: Match; settlement: MatchSettlement },
): OrderRow {
  const { row: waited, wage } = order;
  const trigger: OrderTrigger = { ...(waited.trigger as OrderTrigger), state: 'FIRED' };
  const { id, userId, createdAt, group } = waited;
  if (taker.amount === 0n && (!request.limited || match.end === 'own'))
    return { ...endedRow(waited, match.end === 'own' ? 'SELF_TRADE' : 'NO_LIQUIDITY'), trigger };
  const row = matchedRow({ id, caller: { userId }, request, wage, market, match, at: createdAt }, taker);
  return { ...row, trigger, group };
}

interface Fired {
  order: OpenOrder;
  row: OrderRow;
  match: Match;
  settlement: MatchSettlement;
  following: ReturnType<typeof followChange>;
  at: Date;
}

function settled(
  deps: OrderDeps,
  market: MarketBook,
  { order, row, match, settlement, following, at }: Fired,
): Decision {
  const { side, wage, inviterId, invitedBy } = order;
  const { fills, ended, transfers } = settlement;
  const rests = row.orderStatus === 'IS_OPEN';
  const left = row.amount - row.executedAmount;
  const levels = rests ? [{ side, price: row.unitPrice, delta: left }] : [];
  const step = buildBookUpdate(
    market,
    [...levels, ...ended.map(levelOf), ...following.levels],
    settlement,
    at.getTime(),
  );
  const { sequence } = step.head;
  // All its blocked money is free for the moment of the trade; no other command comes in between.
  const [freed, held] = [new TradeTransfers(market), new TradeTransfers(market)];
  freed.release(order.row, order.row.reserved);
  held.hold(row, side, row.reserved);
  const number = match.number;
  const shown = orderDto(row);
  return {
    transfers: [...following.before, ...freed.transfers, ...transfers, ...held.transfers, ...following.after],
    rows: [
      updateOrder(row, at),
      updateTrigger(row, {
        sequence,
        firstFill: fills[0]?.number ?? null,
        lastFill: fills.at(-1)?.number ?? null,
      }),
      insertOutcome(row, 'FIRED', at),
      ...rowsOfMatch(settlement, at),
      ...following.rows,
      step.row,
    ],
    reply: '',
    applied() {
      market.book.apply(number);
      deps.exchange.end(market, order, false);
      applyToMetOrders(deps.exchange, market, settlement);
      following.applied();
      Object.assign(market.head, step.head);
      if (rests) deps.exchange.rest(market, { row, side, sequence, wage, inviterId, invitedBy });
    },
    durable() {
      deps.bus.publish('book', step.change);
      announceOrders(deps.bus, [{ row, inviterId, shown }, ...updatesOfMetOrders(settlement)]);
      following.durable();
    },
  };
}
