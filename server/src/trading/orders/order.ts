import {
  type Coin,
  decimalText,
  formatAmount,
  marketType,
  notionalOf,
  priceDecimals,
  type Quote,
  receiptNumber,
  scaleOf,
} from '@sarraf/domain';
import type { Order, OrderEnd, OrderStatus, OrderType } from '@sarraf/domain/contracts';

/** An order as its table has it; amounts in smallest units. */
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
  /** Limit orders: what is still blocked for it, the quote's on a buy, the coin's on a sell; why it ended early. */
  reserved: bigint;
  endedBy: OrderEnd | null;
}

export const statusOf = (amount: bigint, executed: bigint, open: boolean): OrderStatus => {
  if (open) return 'IS_OPEN';
  if (executed === amount) return 'IS_CLOSED';
  return executed === 0n ? 'FINISHED_WITHOUT_TRANSACTION' : 'FINISHED_WITH_TRANSACTION';
};

export const isBuy = (orderType: OrderType): boolean => orderType.endsWith('_BUY');

/** The API's row. */
export function orderDto(row: OrderRow): Order {
  const { coin, quote } = row;
  const buy = isBuy(row.orderType);
  return {
    id: row.id,
    number: receiptNumber(row.id),
    orderType: row.orderType,
    orderStatus: row.orderStatus,
    marketType: marketType(coin, quote),
    sourceCoin: buy ? quote : coin,
    destinationCoin: buy ? coin : quote,
    amount: formatAmount(row.amount, coin),
    unitPrice: decimalText(row.unitPrice, scaleOf(quote), priceDecimals(coin, quote)),
    executedAmount: formatAmount(row.executedAmount, coin),
    executedPercent: Number.parseInt(((row.executedAmount * 100n) / row.amount).toString(), 10),
    wholePrice: formatAmount(askedWorth(row), quote),
    executedPrice: formatAmount(row.notional, quote),
    wage: formatAmount(row.fee, quote),
    totalPrice: formatAmount(row.total, quote),
    blocked: formatAmount(row.reserved, buy ? quote : coin),
    endedBy: row.endedBy,
    createdAtDateTime: row.createdAt.toISOString(),
  };
}

/** Of a quick trade what it was; of another order what it asks for. */
const askedWorth = ({ orderType, notional, coin, amount, unitPrice }: OrderRow): bigint =>
  orderType.startsWith('EXCHANGE') ? notional : notionalOf(coin, amount, unitPrice);
