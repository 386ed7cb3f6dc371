import type { Asset } from '@sarraf/domain';
import type { Fill, Order, OrderEnd, OwnFill } from '@sarraf/domain/contracts';
import { SELF_TRADE_MODES } from './order-form.ts';
import { orderNumberOf } from './order-numbers.ts';
import { assetCodeOf, findMarketByName } from './symbols.ts';

const MODE_OF = new Map(
  Object.entries(SELF_TRADE_MODES).map(([binanceMode, ownMode]) => [ownMode as string, binanceMode]),
);

/** Ends that Binance calls a cancellation, since they were requested; any other early end is an expiry. */
const CANCELLATION_REASONS: ReadonlySet<OrderEnd> = new Set([
  'OWNER',
  'EXCHANGE',
  'REPLACED',
  'CANCEL_AFTER',
  'LINKED',
]);

export type BinanceStatus =
  | 'NEW'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'EXPIRED_IN_MATCH';

/** Returns Binance's status of an order. */
export function binanceStatusOf({ orderStatus, executedAmount, endedBy }: Order): BinanceStatus {
  if (orderStatus === 'IS_OPEN') return isZero(executedAmount) ? 'NEW' : 'PARTIALLY_FILLED';
  if (orderStatus === 'IS_CLOSED' || endedBy === null) return 'FILLED';
  if (endedBy === 'SELF_TRADE') return 'EXPIRED_IN_MATCH';
  return CANCELLATION_REASONS.has(endedBy) ? 'CANCELED' : 'EXPIRED';
}

export const binanceSideOf = ({ orderType }: Order): 'BUY' | 'SELL' =>
  orderType.endsWith('_BUY') ? 'BUY' : 'SELL';

const isZero = (text: string): boolean => !/[1-9]/.test(text);

export function symbolOfOrder({ marketType }: Order): string {
  return findMarketByName(marketType).symbol;
}

/** Quote of an order, in which its fee is paid. */
export const quoteOf = ({ marketType }: Order): Asset =>
  marketType.slice(marketType.lastIndexOf('_') + 1) as Asset;

/** Fields of an order in every reply. */
export function orderCore(order: Order) {
  const limited = order.orderType.startsWith('LIMITED');
  const { trigger } = order;
  return {
    symbol: symbolOfOrder(order),
    orderId: orderNumberOf(order.id),
    orderListId: order.group === null ? -1 : orderNumberOf(order.group),
    clientOrderId: order.clientOrderId ?? order.id,
    price: limited ? order.unitPrice : '0',
    origQty: order.amount,
    executedQty: order.executedAmount,
    cummulativeQuoteQty: order.executedPrice,
    status: binanceStatusOf(order),
    timeInForce: order.timeInForce === 'GTD' ? 'GTC' : (order.timeInForce ?? (limited ? 'GTC' : 'IOC')),
    type: typeOf(order),
    side: binanceSideOf(order),
    ...(trigger && { stopPrice: trigger.price ?? '0' }),
    selfTradePreventionMode: MODE_OF.get(order.selfTradePrevention ?? 'NEWEST') ?? 'EXPIRE_TAKER',
  };
}

/** Format of replies that read an order. */
export function orderShape(order: Order) {
  const time = Date.parse(order.createdAtDateTime);
  return {
    ...orderCore(order),
    icebergQty: order.displayAmount ?? '0',
    time,
    updateTime: time,
    isWorking: isWorking(order),
    workingTime: workingTimeOf(order),
    origQuoteOrderQty: '0',
  };
}

/** Whether it is, or was, on the order book. */
export const isWorking = ({ trigger }: Order): boolean => !trigger || trigger.triggeredAt !== null;

/** Time since when; -1: it waits for its price. */
export function workingTimeOf({ createdAtDateTime, trigger }: Order): number {
  if (!trigger) return Date.parse(createdAtDateTime);
  return trigger.triggeredAt === null ? -1 : Date.parse(trigger.triggeredAt);
}

function typeOf({ orderType, postOnly, trigger }: Order): string {
  const limited = orderType.startsWith('LIMITED');
  if (trigger) {
    const kind = trigger.kind === 'TAKE_PROFIT' ? 'TAKE_PROFIT' : 'STOP_LOSS';
    return limited ? `${kind}_LIMIT` : kind;
  }
  if (!limited) return 'MARKET';
  return postOnly ? 'LIMIT_MAKER' : 'LIMIT';
}

/** A fill of an order that was just placed. */
export const fillShape = (fill: Fill, order: Order) => ({
  price: fill.unitPrice,
  qty: fill.amount,
  commission: fill.wage,
  commissionAsset: assetCodeOf(quoteOf(order)),
  tradeId: Number.parseInt(fill.number, 10),
});

/** A person's fill, in the format of `myTrades`. */
export const ownFillShape = (fill: OwnFill, group: string | null) => ({
  symbol: findMarketByName(fill.marketType).symbol,
  id: Number.parseInt(fill.number, 10),
  orderId: orderNumberOf(fill.orderId),
  orderListId: group === null ? -1 : orderNumberOf(group),
  price: fill.unitPrice,
  qty: fill.amount,
  quoteQty: fill.wholePrice,
  commission: fill.wage,
  commissionAsset: assetCodeOf(fill.wageCoin as Asset),
  time: Date.parse(fill.createdAtDateTime),
  isBuyer: fill.side === 'buy',
  isMaker: fill.maker,
  isBestMatch: true,
});
