import {
  computeNotional,
  formatDecimal,
  MARKET_SLIPPAGE,
  type OrderTerms,
  parseDecimal,
  roundToOwnTick,
  scaleOf,
  validateLimitOrder,
} from '@sarraf/domain';
import type { Book } from '../order-book/book.ts';
import {
  type AdvancedReason,
  findDisplayReason,
  findMissingAdvancedField,
  findTriggerReason,
  wouldTakeLiquidity,
} from './advanced/reasons.ts';
import { minAmountForNotional } from './estimate.ts';
import { getOppositeLevels, type OrderContext, type OrderFormState, type OrderPlan } from './form.ts';

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

export function findOrderReason(
  form: OrderFormState,
  plan: OrderPlan | null,
  context: OrderContext,
  conditions: OrderConditions,
): OrderReason | null {
  if (conditions.inactive) return 'INACTIVE';
  if (form.side === 'buy' && !conditions.mayBuy) return 'REVIEW';
  const missing = findMissingField(form, context);
  if (missing) return missing;
  // The total is too small for one lot.
  if (!plan || !context.terms || plan.amount === 0n) return 'MIN';
  const invalid = validatePlan(plan, { ...context, terms: context.terms }, conditions);
  if (invalid) return invalid;
  if (form.more.postOnly && wouldTakeLiquidity(plan, context)) return 'WOULD_TAKE';
  const displayProblem = findDisplayReason(form, plan, context.terms);
  if (displayProblem) return displayProblem;
  if (conditions.closed) return 'CLOSED';
  return conditions.offline ? 'OFFLINE' : null;
}

/** Reasons that another amount would remove. */
export type AmountReason = 'LOT' | 'MIN' | 'MAX';

/** Returns the nearest valid amount of coins as text; null if there is none. */
export function findNearestValidAmount(
  reason: AmountReason,
  form: OrderFormState,
  plan: OrderPlan | null,
  terms: OrderTerms,
) {
  const { coin, quote, lot, minNotional, maxAmount } = terms;
  const price = plan?.unitPrice ?? parseDecimal(form.price, scaleOf(quote));
  if (form.kind !== 'limit' || plan?.waits || !price) return null;
  const maxLots = maxAmount - (maxAmount % lot);
  const minLots = minAmountForNotional(coin, minNotional, roundToOwnTick(price, terms.tick, form.side), lot);
  const planLots = plan ? plan.amount - (plan.amount % lot) : 0n;
  const amounts: Record<AmountReason, bigint> = {
    LOT: planLots < minLots ? minLots : planLots > maxLots ? maxLots : planLots,
    MIN: minLots,
    MAX: maxLots,
  };
  const amount = amounts[reason];
  return amount > 0n ? formatDecimal(amount, scaleOf(coin)) : null;
}

/** Validates the order: a trigger order against its trigger price, others against the market's price. */
function validatePlan(
  plan: OrderPlan,
  context: OrderContext & { terms: OrderTerms },
  conditions: OrderConditions,
): OrderReason | null {
  const { waits, kind } = plan;
  if (waits?.shape === 'trigger') return findTriggerReason(plan, waits, context, conditions.balance);
  const reason =
    kind === 'limit'
      ? validateLimitPlan(plan, context.terms, context, conditions)
      : validateMarketPlan(plan, context, conditions);
  return reason ?? (waits && findTriggerReason(plan, waits, context, conditions.balance));
}

function findMissingField(form: OrderFormState, { terms, book }: OrderContext): OrderReason | null {
  if (!terms) return 'WAIT';
  const missing = findMissingAdvancedField(form);
  if (missing) return missing;
  const isImmediate = form.more.extra === 'none' || form.more.extra === 'bracket';
  if (form.kind === 'market' && !isImmediate) return hasEntry(form) ? null : 'AMOUNT';
  if (form.kind === 'market') {
    if (!book) return 'WAIT';
    if (getOppositeLevels(form.side, book).length === 0) return 'NO_LIQUIDITY';
  } else if (!/[1-9]/.test(form.price)) return 'PRICE';
  return hasEntry(form) ? null : 'AMOUNT';
}

const hasEntry = ({ entry }: OrderFormState): boolean => /[1-9]/.test(entry?.text ?? '');

function validateLimitPlan(
  plan: OrderPlan,
  terms: OrderTerms,
  { reference, feeRate }: OrderContext,
  { balance }: OrderConditions,
): OrderReason | null {
  const { side, amount, unitPrice } = plan;
  const code = validateLimitOrder({ terms, amount, unitPrice, reference, balance, side, feeRate });
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

function validateMarketPlan(
  plan: OrderPlan,
  { terms, book }: OrderContext,
  { balance }: OrderConditions,
): OrderReason | null {
  if (!terms || !book) return 'WAIT';
  const { side, amount, budget } = plan;
  if (plan.notional === 0n && amount > 0n) return 'NO_LIQUIDITY';
  if (amount % terms.lot !== 0n) return 'LOT';
  if (amount > terms.maxAmount) return 'MAX';
  const best = getOppositeLevels(side, book)[0]?.price ?? 0n;
  if (computeNotional(terms.coin, amount, best) < terms.minNotional) return 'MIN';
  const paidAmount = side === 'sell' ? amount : (budget ?? plan.total);
  return balance !== null && paidAmount > balance ? 'BALANCE' : null;
}

/**
 * Whether to ask for confirmation: market orders, trigger orders, and limits so much worse than the best price that
 * they may be typing errors.
 */
export function needsConfirmation(plan: OrderPlan, book: Book | null): boolean {
  if (plan.kind === 'market' || plan.waits) return true;
  return isFarFromBest(plan, book);
}

export function isFarFromBest({ side, unitPrice, waits }: OrderPlan, book: Book | null): boolean {
  if (waits?.shape === 'trigger') return false;
  const best = book && getOppositeLevels(side, book)[0]?.price;
  if (!best) return false;
  return side === 'buy'
    ? unitPrice * 100n >= best * (100n + MARKET_SLIPPAGE)
    : unitPrice * 100n <= best * (100n - MARKET_SLIPPAGE);
}
