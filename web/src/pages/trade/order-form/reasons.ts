import {
  formatDecimal,
  MARKET_SLIPPAGE,
  notionalOf,
  type OrderTerms,
  parseDecimal,
  scaleOf,
  toTick,
  validateLimitOrder,
} from '@sarraf/domain';
import type { Book } from '../order-book/book.ts';
import {
  type AdvancedReason,
  displayReason,
  missingOfAdvanced,
  waitingReason,
  wouldTake,
} from './advanced/reasons.ts';
import { amountWorth } from './estimate.ts';
import { type OrderContext, type OrderFormState, opposite, type Plan } from './form.ts';

export interface OrderConditions {
  /** The market is closed. */
  inactive: boolean;
  /** The server has just refused an order because trading in Toman is closed for now. */
  closed: boolean;
  offline: boolean;
  /** False for a person who may sell but not buy, while changed data is under review. */
  mayBuy: boolean;
  /** Spendable balance of the paid asset; null if unknown. */
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
  | 'LOT'
  | 'MIN'
  | 'MAX'
  | 'BAND'
  | 'BALANCE'
  | 'CLOSED'
  | 'OFFLINE'
  | AdvancedReason;

export function orderReasonOf(
  form: OrderFormState,
  plan: Plan | null,
  known: OrderContext,
  standing: OrderConditions,
): OrderReason | null {
  if (standing.inactive) return 'INACTIVE';
  if (form.side === 'buy' && !standing.mayBuy) return 'REVIEW';
  const missing = missingOf(form, known);
  if (missing) return missing;
  // The total is too small for one lot.
  if (!plan || !known.terms || plan.amount === 0n) return 'MIN';
  const wrong = wrongOf(plan, { ...known, terms: known.terms }, standing);
  if (wrong) return wrong;
  if (form.more.postOnly && wouldTake(plan, known)) return 'WOULD_TAKE';
  const hiding = displayReason(form, plan, known.terms);
  if (hiding) return hiding;
  if (standing.closed) return 'CLOSED';
  return standing.offline ? 'OFFLINE' : null;
}

/** Reasons that another amount would remove. */
export type AmountReason = 'LOT' | 'MIN' | 'MAX';

/** Returns the nearest valid amount of coins as text; null if there is none. */
export function fittingAmount(
  reason: AmountReason,
  form: OrderFormState,
  plan: Plan | null,
  terms: OrderTerms,
) {
  const { coin, quote, lot, minNotional, maxAmount } = terms;
  const price = plan?.unitPrice ?? parseDecimal(form.price, scaleOf(quote));
  if (form.kind !== 'limit' || plan?.waits || !price) return null;
  const most = maxAmount - (maxAmount % lot);
  const least = amountWorth(coin, minNotional, toTick(price, terms.tick, form.side), lot);
  const whole = plan ? plan.amount - (plan.amount % lot) : 0n;
  const amounts: Record<AmountReason, bigint> = {
    LOT: whole < least ? least : whole > most ? most : whole,
    MIN: least,
    MAX: most,
  };
  const amount = amounts[reason];
  return amount > 0n ? formatDecimal(amount, scaleOf(coin)) : null;
}

/** Validates the order: a trigger order against its trigger price, others against the market's price. */
function wrongOf(
  plan: Plan,
  known: OrderContext & { terms: OrderTerms },
  standing: OrderConditions,
): OrderReason | null {
  const { waits, kind } = plan;
  if (waits?.shape === 'trigger') return waitingReason(plan, waits, known, standing.balance);
  const wrong =
    kind === 'limit' ? limitReason(plan, known.terms, known, standing) : marketReason(plan, known, standing);
  return wrong ?? (waits && waitingReason(plan, waits, known, standing.balance));
}

function missingOf(form: OrderFormState, { terms, book }: OrderContext): OrderReason | null {
  if (!terms) return 'WAIT';
  const missing = missingOfAdvanced(form);
  if (missing) return missing;
  const atOnce = form.more.extra === 'none' || form.more.extra === 'bracket';
  if (form.kind === 'market' && !atOnce) return written(form) ? null : 'AMOUNT';
  if (form.kind === 'market') {
    if (!book) return 'WAIT';
    if (opposite(form.side, book).length === 0) return 'NO_LIQUIDITY';
  } else if (!/[1-9]/.test(form.price)) return 'PRICE';
  return written(form) ? null : 'AMOUNT';
}

const written = ({ entry }: OrderFormState): boolean => /[1-9]/.test(entry?.text ?? '');

function limitReason(
  plan: Plan,
  terms: OrderTerms,
  { reference, wage }: OrderContext,
  { balance }: OrderConditions,
): OrderReason | null {
  const { side, amount, unitPrice } = plan;
  const code = validateLimitOrder({ terms, amount, unitPrice, reference, balance, side, wage });
  switch (code) {
    case null:
      return null;
    case 'UNACCEPTABLE_AMOUNT':
      return 'AMOUNT';
    case 'AMOUNT_NOT_ALLOWED':
      return 'LOT';
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
  { terms, book }: OrderContext,
  { balance }: OrderConditions,
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

/**
 * Whether to ask for confirmation: market orders, trigger orders, and limits so much worse than the best price that
 * they may be typing errors.
 */
export function needsConfirming(plan: Plan, book: Book | null): boolean {
  if (plan.kind === 'market' || plan.waits) return true;
  return isFarOff(plan, book);
}

export function isFarOff({ side, unitPrice, waits }: Plan, book: Book | null): boolean {
  if (waits?.shape === 'trigger') return false;
  const best = book && opposite(side, book)[0]?.price;
  if (!best) return false;
  return side === 'buy'
    ? unitPrice * 100n >= best * (100n + MARKET_SLIPPAGE)
    : unitPrice * 100n <= best * (100n - MARKET_SLIPPAGE);
}
