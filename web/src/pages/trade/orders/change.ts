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

/** Inputs of the change; plain decimal texts. */
export interface ChangeText {
  price: string;
  /** Of the whole order, including the filled part. */
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

/** The changed order, in smallest units. */
export interface OrderChange {
  price: bigint;
  amount: bigint;
  /** The unfilled amount. */
  left: bigint;
  /** The blocked amount, and its growth. */
  needs: bigint;
  more: bigint;
  /** It keeps its id and its time priority. */
  keepsPlace: boolean;
}

interface Bench {
  terms: OrderTerms;
  reference: bigint | null;
  /** Spendable balance of the paid asset. */
  balance: bigint | null;
  wage: Ppm;
}

/** Returns the changed order, or why it is invalid; the server has the same checks. */
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
