import {
  type Coin,
  computeNotional,
  formatAmount,
  formatDecimal,
  formatMarketType,
  formatReceiptNumber,
  priceDecimals,
  type Quote,
  scaleOf,
} from '@sarraf/domain';
import type { Order, OrderEnd, OrderStatus, OrderType } from '@sarraf/domain/contracts';
import { computeTrailedStop, type OrderTrigger } from '../triggers/trigger.ts';
import type { OrderManner } from './manner.ts';

/** A row of the table of orders; amounts in smallest units. */
export interface OrderRow {
  id: string;
  userId: string;
  coin: Coin;
  quote: Quote;
  orderType: OrderType;
  orderStatus: OrderStatus;
  amount: bigint;
  unitPrice: bigint;
  executedAmount: bigint;
  notional: bigint;
  fee: bigint;
  total: bigint;
  tomanValue: bigint;
  createdAt: Date;
  /**
   * Limit orders: the amount that is still blocked, in the quote for a buy, in the coin for a sell; why it ended
   * early.
   */
  reserved: bigint;
  endedBy: OrderEnd | null;
  manner: OrderManner;
  /** Trigger that it waits for, or waited for, before it is sent to the order book; null: none. */
  trigger: OrderTrigger | null;
  /** Id of its OCO or bracket; null: none. */
  group: string | null;
  /** Id of the recurring purchase that placed it; null: its owner placed it. */
  recurring: string | null;
}

export const computeStatus = (amount: bigint, executed: bigint, isOpen: boolean): OrderStatus => {
  if (isOpen) return 'IS_OPEN';
  if (executed === amount) return 'IS_CLOSED';
  return executed === 0n ? 'FINISHED_WITHOUT_TRANSACTION' : 'FINISHED_WITH_TRANSACTION';
};

/** Returns the row of an open order once it has ended. */
export const toEndedRow = (row: OrderRow, endedBy: OrderEnd): OrderRow => ({
  ...row,
  orderStatus: computeStatus(row.amount, row.executedAmount, false),
  reserved: 0n,
  endedBy,
});

export const isBuy = (orderType: OrderType): boolean => orderType.endsWith('_BUY');

/** Converts to the API's row. */
export function orderDto(row: OrderRow): Order {
  const { coin, quote, manner } = row;
  const buy = isBuy(row.orderType);
  return {
    id: row.id,
    number: formatReceiptNumber(row.id),
    orderType: row.orderType,
    orderStatus: row.orderStatus,
    marketType: formatMarketType(coin, quote),
    sourceCoin: buy ? quote : coin,
    destinationCoin: buy ? coin : quote,
    amount: formatAmount(row.amount, coin),
    unitPrice: formatDecimal(row.unitPrice, scaleOf(quote), priceDecimals(coin, quote)),
    executedAmount: formatAmount(row.executedAmount, coin),
    executedPercent: Number.parseInt(((row.executedAmount * 100n) / row.amount).toString(), 10),
    wholePrice: formatAmount(computeRequestedValue(row), quote),
    executedPrice: formatAmount(row.notional, quote),
    wage: formatAmount(row.fee, quote),
    totalPrice: formatAmount(row.total, quote),
    blocked: formatAmount(row.reserved, buy ? quote : coin),
    endedBy: row.endedBy,
    timeInForce: manner.timeInForce,
    validUntil: manner.validUntil?.toISOString() ?? null,
    postOnly: manner.postOnly,
    clientOrderId: manner.clientOrderId,
    selfTradePrevention: manner.selfTradePrevention,
    replaces: manner.replaces,
    displayAmount: manner.slices && formatAmount(manner.slices.display, coin),
    shownAmount:
      manner.slices && row.orderStatus === 'IS_OPEN'
        ? formatAmount(manner.slices.displayedAmount, coin)
        : null,
    trigger: row.trigger && triggerDto(row.trigger, row),
    group: row.group,
    recurring: row.recurring,
    createdAtDateTime: row.createdAt.toISOString(),
  };
}

function triggerDto(trigger: OrderTrigger, { coin, quote, orderType, orderStatus }: OrderRow) {
  const { kind, by, price, distance, triggeredAt } = trigger;
  const formatPrice = (price: bigint | null) =>
    price === null ? null : formatDecimal(price, scaleOf(quote), priceDecimals(coin, quote));
  return {
    kind,
    by,
    price: formatPrice(price),
    distance: formatPrice(distance),
    trailsAt: formatPrice(
      orderStatus === 'IS_OPEN' ? computeTrailedStop(isBuy(orderType) ? 'buy' : 'sell', trigger) : null,
    ),
    triggeredAt: triggeredAt?.toISOString() ?? null,
  };
}

/** Returns a quick trade's value, or another order's requested value. */
const computeRequestedValue = ({ orderType, notional, coin, amount, unitPrice }: OrderRow): bigint =>
  orderType.startsWith('EXCHANGE') ? notional : computeNotional(coin, amount, unitPrice);
