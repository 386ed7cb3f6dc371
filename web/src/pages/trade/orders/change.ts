import {
  calculateHold,
  type OrderTerms,
  type Ppm,
  parseDecimal,
  roundToOwnTick,
  scaleOf,
  validateLimitOrder,
} from '@sarraf/domain';
import type { Order } from '@sarraf/domain/contracts';
import { summarizeOrder } from './order.ts';

/** Inputs of the change; plain decimal texts. */
export interface ChangeInput {
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

interface ChangeContext {
  terms: OrderTerms;
  reference: bigint | null;
  /** Spendable balance of the paid asset. */
  balance: bigint | null;
  feeRate: Ppm;
}

/** Returns the changed order, or why it is invalid; the server has the same checks. */
export function planChange(
  order: Order,
  text: ChangeInput,
  context: ChangeContext,
): OrderChange | ChangeReason {
  const { terms, reference, balance, feeRate } = context;
  const { coin, quote } = terms;
  const { side } = summarizeOrder(order);
  const parseUnits = (value: string, scale: number): bigint => parseDecimal(value, scale) ?? 0n;
  const typedPrice = parseUnits(text.price, scaleOf(quote));
  if (typedPrice === 0n) return 'PRICE';
  const price = roundToOwnTick(typedPrice, terms.tick, side);
  const amount = parseUnits(text.amount, scaleOf(coin));
  if (amount === 0n) return 'AMOUNT';
  const executed = parseUnits(order.executedAmount, scaleOf(coin));
  if (amount <= executed) return 'EXECUTED';
  const previous = {
    price: parseUnits(order.unitPrice, scaleOf(quote)),
    amount: parseUnits(order.amount, scaleOf(coin)),
  };
  if (price === previous.price && amount === previous.amount) return 'SAME';
  const unfilled = amount - executed;
  const refusal = validateLimitOrder({
    ...{ terms, amount: unfilled, unitPrice: price, reference, balance: null, side, feeRate },
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
  const blocked = parseUnits(order.blocked, scaleOf(side === 'buy' ? quote : coin));
  const requiredHold = calculateHold(side, coin, unfilled, price, feeRate);
  const holdIncrease = requiredHold - blocked;
  if (balance !== null && holdIncrease > balance) return 'BALANCE';
  return {
    price,
    amount,
    left: unfilled,
    needs: requiredHold,
    more: holdIncrease,
    keepsPlace: price === previous.price && amount <= previous.amount,
  };
}
