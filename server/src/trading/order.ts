import {
  type Coin,
  decimalText,
  formatAmount,
  marketType,
  priceDecimals,
  type Quote,
  receiptNumber,
  scaleOf,
} from '@sarraf/domain';
import type { Order, OrderStatus, OrderType } from '@sarraf/domain/contracts';

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
}

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
    wholePrice: formatAmount(row.notional, quote),
    wage: formatAmount(row.fee, quote),
    totalPrice: formatAmount(row.total, quote),
    createdAtDateTime: row.createdAt.toISOString(),
  };
}
