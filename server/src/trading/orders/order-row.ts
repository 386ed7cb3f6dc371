import { type Coin, calculateHold, maxNotionalForTotal, type Ppm, pow10, scaleOf } from '@sarraf/domain';
import type { OrderEnd } from '@sarraf/domain/contracts';
import type { Match } from '../book/book-types.ts';
import type { MarketBook, OpenOrder } from '../book/market-book.ts';
import { toRestingManner } from '../book/slices.ts';
import { canRestOnBook } from './manner.ts';
import { computeStatus, type OrderRow } from './order.ts';
import type { OrderRequest } from './read-order-request.ts';
import type { ExecutionTotals } from './settle-match.ts';

/** An order and its match. */
export interface MatchedOrder {
  id: string;
  caller: { userId: string };
  request: OrderRequest;
  feeRate: Ppm;
  market: MarketBook;
  match: Match;
  at: Date;
  /** The order that it replaces. */
  replaced?: OpenOrder | undefined;
}

/** Returns the row of the order after its match. */
export function buildMatchedRow(order: MatchedOrder, executed: ExecutionTotals): OrderRow {
  const { id, caller, request, feeRate, match, at, replaced } = order;
  const { side, coin, quote, limited, orderType, manner } = request;
  // A purchase by total requested as much as it got.
  const amount = request.amount ?? (executed.amount > 0n ? executed.amount : computeWishedAmount(order));
  const endedBy = findEndReason(request, match);
  const isResting = canRestOnBook(manner) && match.rest > 0 && endedBy === null;
  const isDone = request.amount === null && endedBy === null;
  const unitPrice = limited ? (request.unitPrice ?? 0n) : computeAveragePrice(order, executed);
  const { notional, fee } = executed;
  return {
    id,
    userId: caller.userId,
    coin,
    quote,
    orderType,
    orderStatus:
      endedBy === null || isDone
        ? computeStatus(amount, executed.amount, isResting)
        : statusWhenEnded(executed),
    amount,
    unitPrice,
    executedAmount: executed.amount,
    notional,
    fee,
    total: side === 'buy' ? notional + fee : notional - fee,
    tomanValue: executed.tomanValue,
    createdAt: at,
    reserved: isResting
      ? calculateHold(side, coin, amount - executed.amount, unitPrice, feeRate, executed)
      : 0n,
    endedBy,
    manner: toRestingManner(
      replaced ? { ...manner, replaces: replaced.row.id } : manner,
      isResting ? amount - executed.amount : 0n,
    ),
    trigger: null,
    group: null,
    recurring: null,
  };
}

const statusWhenEnded = ({ amount }: ExecutionTotals): OrderRow['orderStatus'] =>
  amount === 0n ? 'FINISHED_WITHOUT_TRANSACTION' : 'FINISHED_WITH_TRANSACTION';

/** Returns why an order ended before it was filled; null: it was filled, or rests with its remainder. */
function findEndReason({ manner }: OrderRequest, { end }: Match): OrderEnd | null {
  if (end === 'own') return 'SELF_TRADE';
  return end === 'empty' && !canRestOnBook(manner) ? 'NO_LIQUIDITY' : null;
}

/** Returns the price of the own order at which a market order ended untraded: BOTH cancelled both. */
function priceAtEnd({ market, match }: MatchedOrder): bigint {
  const last = match.fills.at(-1);
  return last ? market.getOrder(last.maker).row.unitPrice : 1n;
}

/** Truncated to the quote's unit, and at least one of them. */
function computeAveragePrice(order: MatchedOrder, { amount, notional }: ExecutionTotals): bigint {
  if (amount === 0n) return priceAtEnd(order);
  const average = (notional * pow10(scaleOf(order.request.coin))) / amount;
  return average > 0n ? average : 1n;
}

/** Returns what a purchase by total would have got at the price where it ended untraded: at least a lot. */
function computeWishedAmount(order: MatchedOrder): bigint {
  const { request, market } = order;
  const lots = market.computeBudget(
    maxNotionalForTotal(request.total ?? 0n, order.feeRate),
    unitsPerCoin(request.coin),
  );
  const tick = market.priceToTick('buy', priceAtEnd(order));
  return market.lotsToAmount(Math.max(1, Math.floor((lots ?? 0) / tick)));
}

const unitsPerCoin = (coin: Coin): bigint => pow10(scaleOf(coin));

/**
 * Returns the Tether that an order brings: for a purchase with Toman its whole amount, for a sale what it may
 * yield.
 */
export function computeTetherReceived(
  { side, coin, quote }: Pick<OrderRequest, 'side' | 'coin' | 'quote'>,
  row: OrderRow,
): bigint {
  if (coin === 'TETHER' && side === 'buy') return row.amount;
  return quote === 'TETHER' && side === 'sell' ? row.notional + computeRemainingValue(row) : 0n;
}

/** Returns the Tether that an open order may still bring. */
export function computePendingTether(row: OrderRow): bigint {
  if (row.coin === 'TETHER' && row.orderType === 'LIMITED_BUY') return row.amount - row.executedAmount;
  return row.quote === 'TETHER' && row.orderType === 'LIMITED_SELL' ? computeRemainingValue(row) : 0n;
}

const computeRemainingValue = ({ orderStatus, coin, amount, executedAmount, unitPrice }: OrderRow): bigint =>
  orderStatus === 'IS_OPEN' ? ((amount - executedAmount) * unitPrice) / unitsPerCoin(coin) : 0n;
