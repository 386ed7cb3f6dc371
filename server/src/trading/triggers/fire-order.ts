import { maxNotionalForTotal, pow10, scaleOf } from '@sarraf/domain';
import type { Decision } from '../../ledger/index.ts';
import type { Match } from '../book/book-types.ts';
import { buildBookUpdate, publishOrders } from '../book/change-book.ts';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import { getOpenMarket } from '../orders/decide-order.ts';
import { toLevelDelta } from '../orders/end-orders.ts';
import { computeSlippageCap, type MatchContext, toTakerProperties } from '../orders/match-order.ts';
import { applyToMetOrders, rowsOfMatch, updatesOfMetOrders } from '../orders/matched-orders.ts';
import { updateOrder } from '../orders/open-order-store.ts';
import { type OrderRow, orderDto, toEndedRow } from '../orders/order.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { buildMatchedRow } from '../orders/order-row.ts';
import type { OrderRequest } from '../orders/read-order-request.ts';
import { type MatchSettlement, settleMatch, TradeTransfers } from '../orders/settle-match.ts';
import { deriveConsequence, toPricePath } from './follow.ts';
import { insertOutcome } from './outcome-store.ts';
import type { OrderTrigger } from './trigger.ts';
import { updateTrigger } from './trigger-store.ts';

const EMPTY_DECISION: Decision = { transfers: [], reply: '' };

/**
 * Sends the next due order to its market's order book. Which one is next is decided here and not by the caller: so
 * due orders come in order, each once, even if a request is repeated or decided again. Pure.
 *
 * TRADING_CLOSED, PAUSED, MARKET_IS_NOT_ACTIVE: it keeps waiting for its turn.
 */
export function decideNextDueOrder(deps: OrderDeps, market: MarketBook | undefined, at: Date): Decision {
  const order = market?.triggers.peekDue();
  if (!market || !order) return EMPTY_DECISION;
  const { terms, reference } = getOpenMarket(deps, market, at.getTime());
  const request = buildRequest(order);
  const isUntradable = deps.exchange.createExpiryTest(market, at.getTime());
  const match = matchTriggeredOrder(deps, order, request, { terms, market, reference, gone: isUntradable });
  const { inviterId, invitedBy, side, feeRate, row: waitingRow } = order;
  const { id, userId } = waitingRow;
  const settlement = settleMatch(
    market,
    match,
    { id, userId, inviterId, invitedBy, side, feeRate },
    { tomanValue: (notional) => deps.market.tomanValue(market.quote, notional, at.getTime()) ?? 0n, at },
  );
  const row = buildRowAfterMatch(order, request, { market, match, settlement });
  const consequence = deriveConsequence(deps, market, {
    changed: [{ order, row }, ...settlement.makers, ...settlement.ended],
    path: toPricePath(settlement.fills),
    sequence: market.head.sequence + 1,
    at,
  });
  return buildDecision(deps, market, { order, row, match, settlement, following: consequence, at });
}

/** Returns the request of a triggered order; its blocked money pays for it. */
function buildRequest({ row, side }: OpenOrder): OrderRequest {
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
function matchTriggeredOrder(
  { exchange }: OrderDeps,
  { row, side, feeRate }: OpenOrder,
  { amount, total, unitPrice, manner }: OrderRequest,
  context: Pick<MatchContext, 'terms' | 'market' | 'reference' | 'gone'>,
): Match {
  const { market, terms, gone } = context;
  const best = market.getBestPrice(side === 'buy' ? 'sell' : 'buy', gone);
  const limit = unitPrice ?? (best === null ? row.unitPrice : computeSlippageCap(side, context));
  const budget =
    total === null
      ? Number.POSITIVE_INFINITY
      : (market.computeBudget(maxNotionalForTotal(total, feeRate), pow10(scaleOf(market.coin))) ??
        Number.MAX_SAFE_INTEGER);
  return market.book.match({
    ...toTakerProperties({ side, manner }, { owner: exchange.getOwnerNumber(row.userId), gone }),
    limit: market.priceToTick(side, limit),
    lots: market.amountToLots(amount ?? terms.maxAmount - (terms.maxAmount % terms.lot)),
    budget,
  });
}

/** Returns the row of the order after its match: it keeps its id, its time and its trigger. */
function buildRowAfterMatch(
  order: OpenOrder,
  request: OrderRequest,
  { market, match, settlement: { taker } }: { market: MarketBook; match: Match; settlement: MatchSettlement },
): OrderRow {
  const { row: waited, feeRate } = order;
  const trigger: OrderTrigger = { ...(waited.trigger as OrderTrigger), state: 'FIRED' };
  const { id, userId, createdAt, group } = waited;
  if (taker.amount === 0n && (!request.limited || match.end === 'own'))
    return { ...toEndedRow(waited, match.end === 'own' ? 'SELF_TRADE' : 'NO_LIQUIDITY'), trigger };
  const row = buildMatchedRow(
    { id, caller: { userId }, request, feeRate, market, match, at: createdAt },
    taker,
  );
  return { ...row, trigger, group };
}

interface FiredOrder {
  order: OpenOrder;
  row: OrderRow;
  match: Match;
  settlement: MatchSettlement;
  following: ReturnType<typeof deriveConsequence>;
  at: Date;
}

function buildDecision(
  deps: OrderDeps,
  market: MarketBook,
  { order, row, match, settlement, following, at }: FiredOrder,
): Decision {
  const { side, feeRate, inviterId, invitedBy } = order;
  const { fills, ended, transfers } = settlement;
  const isResting = row.orderStatus === 'IS_OPEN';
  const remaining = row.amount - row.executedAmount;
  const levels = isResting ? [{ side, price: row.unitPrice, delta: remaining }] : [];
  const bookUpdate = buildBookUpdate(
    market,
    [...levels, ...ended.map(toLevelDelta), ...following.levels],
    settlement,
    at.getTime(),
  );
  const { sequence } = bookUpdate.head;
  // All its blocked money is free for the moment of the trade; no other command comes in between.
  const [releases, holds] = [new TradeTransfers(market), new TradeTransfers(market)];
  releases.addRelease(order.row, order.row.reserved);
  holds.addHold(row, side, row.reserved);
  const number = match.number;
  const dto = orderDto(row);
  return {
    transfers: [
      ...following.before,
      ...releases.transfers,
      ...transfers,
      ...holds.transfers,
      ...following.after,
    ],
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
      bookUpdate.row,
    ],
    reply: '',
    applied() {
      market.book.apply(number);
      deps.exchange.removeEnded(market, order, false);
      applyToMetOrders(deps.exchange, market, settlement);
      following.applied();
      Object.assign(market.head, bookUpdate.head);
      if (isResting) deps.exchange.addResting(market, { row, side, sequence, feeRate, inviterId, invitedBy });
    },
    durable() {
      deps.bus.publish('book', bookUpdate.change);
      publishOrders(deps.bus, [{ row, inviterId, dto }, ...updatesOfMetOrders(settlement)]);
      following.durable();
    },
  };
}
