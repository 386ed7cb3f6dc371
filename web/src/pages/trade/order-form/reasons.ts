import { limitOrderRefusal, MARKET_SLIPPAGE, notionalOf, type OrderTerms } from '@sarraf/domain';
import type { Book } from '../order-book/book.ts';
import { type Knowledge, type OrderFormState, opposite, type Plan } from './form.ts';

export interface OrderStanding {
  /** The market is closed. */
  inactive: boolean;
  /** The server said a moment ago that trading in Toman has closed for now. */
  closed: boolean;
  offline: boolean;
  /** Who may sell and not buy: what they changed is still looked at. */
  mayBuy: boolean;
  /** Spendable, of what is given; null when unknown. */
  balance: bigint | null;
}

/** Why the order can't be placed now. */
export type OrderReason =
  | 'INACTIVE'
  | 'REVIEW'
  | 'WAIT'
  | 'NO_LIQUIDITY'
  | 'PRICE'
  | 'AMOUNT'
  | 'TICK'
  | 'LOT'
  | 'MIN'
  | 'MAX'
  | 'BAND'
  | 'BALANCE'
  | 'CLOSED'
  | 'OFFLINE';

export function orderReasonOf(
  form: OrderFormState,
  plan: Plan | null,
  known: Knowledge,
  standing: OrderStanding,
): OrderReason | null {
  if (standing.inactive) return 'INACTIVE';
  if (form.side === 'buy' && !standing.mayBuy) return 'REVIEW';
  const missing = missingOf(form, known);
  if (missing) return missing;
  // A total too small for one lot.
  if (!plan || !known.terms || plan.amount === 0n) return 'MIN';
  const wrong =
    form.kind === 'limit'
      ? limitReason(plan, known.terms, known, standing)
      : marketReason(plan, known, standing);
  if (wrong) return wrong;
  if (standing.closed) return 'CLOSED';
  return standing.offline ? 'OFFLINE' : null;
}

function missingOf(form: OrderFormState, { terms, book }: Knowledge): OrderReason | null {
  if (!terms) return 'WAIT';
  if (form.kind === 'market') {
    if (!book) return 'WAIT';
    if (opposite(form.side, book).length === 0) return 'NO_LIQUIDITY';
  } else if (!/[1-9]/.test(form.price)) return 'PRICE';
  return /[1-9]/.test(form.entry?.text ?? '') ? null : 'AMOUNT';
}

function limitReason(
  plan: Plan,
  terms: OrderTerms,
  { reference, wage }: Knowledge,
  { balance }: OrderStanding,
): OrderReason | null {
  const { side, amount, unitPrice } = plan;
  const code = limitOrderRefusal({ terms, amount, unitPrice, reference, balance, side, wage });
  switch (code) {
    case null:
      return null;
    case 'UNACCEPTABLE_AMOUNT':
      return 'AMOUNT';
    case 'AMOUNT_NOT_ALLOWED':
      return unitPrice % terms.tick === 0n ? 'LOT' : 'TICK';
    case 'AMOUNT_IS_HIGH':
      return 'MAX';
    case 'AMOUNT_IS_LOW':
      return 'MIN';
    case 'PRICE_OUT_OF_BAND':
      return 'BAND';
    default:
      return 'BALANCE';
  }
}

function marketReason(
  plan: Plan,
  { terms, book }: Knowledge,
  { balance }: OrderStanding,
): OrderReason | null {
  if (!terms || !book) return 'WAIT';
  const { side, amount, budget } = plan;
  if (plan.notional === 0n && amount > 0n) return 'NO_LIQUIDITY';
  if (amount % terms.lot !== 0n) return 'LOT';
  if (amount > terms.maxAmount) return 'MAX';
  const best = opposite(side, book)[0]?.price ?? 0n;
  if (notionalOf(terms.coin, amount, best) < terms.minNotional) return 'MIN';
  const given = side === 'sell' ? amount : (budget ?? plan.total);
  return balance !== null && given > balance ? 'BALANCE' : null;
}

/** Market orders, and limits so much worse than the best price that they may be a slip. */
export function needsConfirming(plan: Plan, book: Book | null): boolean {
  if (plan.kind === 'market') return true;
  return isFarOff(plan, book);
}

export function isFarOff({ side, unitPrice }: Plan, book: Book | null): boolean {
  const best = book && opposite(side, book)[0]?.price;
  if (!best) return false;
  return side === 'buy'
    ? unitPrice * 100n >= best * (100n + MARKET_SLIPPAGE)
    : unitPrice * 100n <= best * (100n - MARKET_SLIPPAGE);
}
