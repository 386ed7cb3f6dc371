import {
  calculateHold,
  type OrderTerms,
  type Ppm,
  parseDecimal,
  scaleOf,
  toTick,
  validateLimitOrder,
} from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { summarizeOrder } from './order.ts';

/** What is written of the change; plain decimal texts. */
export interface ChangeText {
  price: string;
  /** Of the whole order, what is traded of it included. */
  amount: string;
}

export type ChangeReason =
  | 'SAME'
  | 'PRICE'
  | 'AMOUNT'
  | 'EXECUTED'
  | 'LOT'
  | 'MIN'
  | 'MAX'
  | 'BAND'
  | 'BALANCE'
  | 'WAIT';

/** The order as it would be, in smallest units. */
export interface OrderChange {
  price: bigint;
  amount: bigint;
  /** What is left to be traded. */
  left: bigint;
  /** What it then keeps blocked, and by how much that grows. */
  needs: bigint;
  more: bigint;
  /** It keeps its id and its place in line. */
  keepsPlace: boolean;
}

interface Bench {
  terms: OrderTerms;
  reference: bigint | null;
  /** Spendable, of what is given. */
  balance: bigint | null;
  wage: Ppm;
}

/** What the change comes to, or why it can't be made; the server judges the same again. */
export function changeOf(order: Order, text: ChangeText, bench: Bench): OrderChange | ChangeReason {
  const { terms, reference, balance, wage } = bench;
  const { coin, quote } = terms;
  const { side } = summarizeOrder(order);
  const units = (value: string, scale: number): bigint => parseDecimal(value, scale) ?? 0n;
  const written = units(text.price, scaleOf(quote));
  if (written === 0n) return 'PRICE';
  const price = toTick(written, terms.tick, side);
  const amount = units(text.amount, scaleOf(coin));
  if (amount === 0n) return 'AMOUNT';
  const executed = units(order.executedAmount, scaleOf(coin));
  if (amount <= executed) return 'EXECUTED';
  const before = {
    price: units(order.unitPrice, scaleOf(quote)),
    amount: units(order.amount, scaleOf(coin)),
  };
  if (price === before.price && amount === before.amount) return 'SAME';
  const left = amount - executed;
  const refusal = validateLimitOrder({
    ...{ terms, amount: left, unitPrice: price, reference, balance: null, side, wage },
  });
  switch (refusal) {
    case null:
      break;
    case 'AMOUNT_NOT_ALLOWED':
      return 'LOT';
    case 'AMOUNT_IS_HIGH':
      return 'MAX';
    case 'AMOUNT_IS_LOW':
      return 'MIN';
    case 'PRICE_OUT_OF_BAND':
      return 'BAND';
    default:
      return 'AMOUNT';
  }
  const blocked = units(order.blocked, scaleOf(side === 'buy' ? quote : coin));
  const needs = calculateHold(side, coin, left, price, wage);
  const more = needs - blocked;
  if (balance !== null && more > balance) return 'BALANCE';
  return { price, amount, left, needs, more, keepsPlace: price === before.price && amount <= before.amount };
}
