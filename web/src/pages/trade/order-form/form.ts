import {
  type Coin,
  calculateHold,
  computeNotional,
  computeOrderTotals,
  formatDecimal,
  maxNotionalForTotal,
  type OrderTerms,
  type Ppm,
  parseDecimal,
  pow10,
  QUOTE_DECIMALS,
  type Quote,
  roundToOwnTick,
  type Side,
  scaleOf,
} from '@sarraf/domain';
import type { MarketTerms } from '@sarraf/domain/contracts';
import type { Book, BookLevel } from '../order-book/book.ts';
import { type AdvancedState, DEFAULT_ADVANCED, type OrderTrigger } from './advanced/state.ts';
import {
  estimateAmountForNotional,
  estimateFillByAmount,
  estimateFillByBudget,
  maxAmountForNotional,
  minAmountForNotional,
  worstPrice,
} from './estimate.ts';

export interface OrderMarket {
  coin: Coin;
  quote: Quote;
}

export type OrderKind = 'limit' | 'market';
/** `amount` is of the coin, `total` the amount paid or received, fee included. */
export type OrderLine = 'amount' | 'total';

export interface OrderFormState {
  side: Side;
  kind: OrderKind;
  /** Plain decimal text of the quote. */
  price: string;
  /** The line typed last; the other is calculated from it. */
  entry: {
    line: OrderLine;
    text: string /** From a level of the order book, not typed by hand. */;
    fromLevel?: true;
  } | null;
  /** State of the "Advanced" section. */
  more: AdvancedState;
}

export const EMPTY_FORM: OrderFormState = {
  side: 'buy',
  kind: 'limit',
  price: '',
  entry: null,
  more: DEFAULT_ADVANCED,
};

/** Data that the form is validated against; unknown values are null. */
export interface OrderContext {
  terms: OrderTerms | null;
  book: Book | null;
  feeRate: Ppm;
  /** The centre of the price band. */
  reference: bigint | null;
  /** Price of the last trade. */
  last: bigint | null;
}

/** The order of the form. Amounts in smallest units. */
export interface OrderPlan {
  side: Side;
  kind: OrderKind;
  market: OrderMarket;
  /** For a market order with a total: the expected amount. */
  amount: bigint;
  /** The limit, or the worst accepted price. */
  unitPrice: bigint;
  /** Maximum total cost of a market purchase, if it was typed. */
  budget: bigint | null;
  /** Expected for a market order; at the limit for a limit order. */
  notional: bigint;
  fee: bigint;
  /** The total paid or received. */
  total: bigint;
  /** False: the order book has less than a market order needs. */
  complete: boolean;
  /** Expected average price of a market order. */
  average: bigint | null;
  /** Its trigger; null: it enters the order book immediately. */
  waits: OrderTrigger | null;
}

export function parseTerms(market: OrderMarket, dto: MarketTerms | undefined): OrderTerms | null {
  if (!dto) return null;
  const quoteScale = scaleOf(market.quote);
  const coinScale = scaleOf(market.coin);
  const tick = parseDecimal(dto.tick, quoteScale);
  const lot = parseDecimal(dto.lot, coinScale);
  const minNotional = parseDecimal(dto.minNotional, quoteScale);
  const maxAmount = parseDecimal(dto.maxAmount, coinScale);
  if (!tick || !lot || minNotional === null || maxAmount === null) return null;
  return { ...market, tick, lot, minNotional, maxAmount };
}

/** Returns the side of the order book that a taker trades against. */
export const getOppositeLevels = (side: Side, book: Book): readonly BookLevel[] =>
  side === 'buy' ? book.asks : book.bids;

export function planOrder(
  form: OrderFormState,
  market: OrderMarket,
  context: OrderContext,
): OrderPlan | null {
  const { terms } = context;
  if (!terms || !form.entry) return null;
  const scale = scaleOf(form.entry.line === 'amount' ? market.coin : market.quote);
  const typedUnits = parseDecimal(form.entry.text, scale);
  if (!typedUnits) return null;
  return form.kind === 'limit'
    ? planLimitOrder(form, terms, typedUnits, context)
    : planMarketOrder(form, terms, typedUnits, context);
}

function planLimitOrder(
  form: OrderFormState,
  terms: OrderTerms,
  typedUnits: bigint,
  { feeRate }: OrderContext,
): OrderPlan | null {
  const price = parseDecimal(form.price, scaleOf(terms.quote));
  if (!price) return null;
  const { side } = form;
  const unitPrice = roundToOwnTick(price, terms.tick, side);
  const amount =
    form.entry?.line === 'total' ? amountForTotal(side, terms, typedUnits, unitPrice, feeRate) : typedUnits;
  const notional = computeNotional(terms.coin, amount, unitPrice);
  return {
    ...getPlanBasics(form, terms),
    amount,
    unitPrice,
    budget: null,
    ...computeOrderTotals(side, notional, feeRate),
    complete: true,
    average: null,
    waits: null,
  };
}

const getPlanBasics = ({ side, kind }: OrderFormState, { coin, quote }: OrderTerms) => ({
  side,
  kind,
  market: { coin, quote },
});

/** Returns the largest amount that a total buys, or the smallest that brings it, at a price. */
export function amountForTotal(
  side: Side,
  { coin, lot }: OrderTerms,
  total: bigint,
  price: bigint,
  feeRate: Ppm,
): bigint {
  return side === 'buy'
    ? maxAmountForNotional(coin, maxNotionalForTotal(total, feeRate), price, lot)
    : minAmountForNotional(coin, minNotionalForProceeds(total, feeRate), price, lot);
}

const PPM = 1_000_000n;

/** Returns the smallest notional whose proceeds after the fee reach a total. */
function minNotionalForProceeds(total: bigint, feeRate: Ppm): bigint {
  const notional = (total * PPM) / (PPM - feeRate);
  // Compensates two roundings of less than a unit each.
  for (const extra of [0n, 1n, 2n]) {
    if (computeOrderTotals('sell', notional + extra, feeRate).total >= total) return notional + extra;
  }
  return notional + 2n;
}

function planMarketOrder(
  form: OrderFormState,
  terms: OrderTerms,
  typedUnits: bigint,
  context: OrderContext,
): OrderPlan | null {
  const { side, entry } = form;
  const levels = context.book && getOppositeLevels(side, context.book);
  const best = levels?.[0]?.price;
  if (!levels || best === undefined) return null;
  const cap = worstPrice(side, best, terms, context.reference);
  const isByTotal = entry?.line === 'total';
  const budget = isByTotal && side === 'buy' ? typedUnits : null;
  const requested = isByTotal
    ? estimateAmountForNotional(levels, terms, minNotionalForProceeds(typedUnits, context.feeRate), cap)
    : typedUnits;
  const estimate =
    budget === null
      ? estimateFillByAmount(side, levels, terms.coin, requested, cap)
      : estimateFillByBudget(levels, terms, maxNotionalForTotal(budget, context.feeRate), cap);
  return {
    ...getPlanBasics(form, terms),
    amount: budget === null ? requested : estimate.amount,
    unitPrice: cap,
    budget,
    ...computeOrderTotals(side, estimate.notional, context.feeRate),
    complete: estimate.complete,
    average:
      estimate.amount === 0n ? null : (estimate.notional * pow10(scaleOf(terms.coin))) / estimate.amount,
    waits: null,
  };
}

/** Returns both lines as decimal texts: the typed one unchanged, the other one calculated. */
export function formatOrderLines(
  form: OrderFormState,
  market: OrderMarket,
  plan: OrderPlan | null,
): Record<OrderLine, string> {
  const formatLine = (line: OrderLine): string => {
    if (form.entry?.line === line) return form.entry.text;
    if (!plan || plan.amount === 0n) return '';
    return line === 'amount'
      ? formatDecimal(plan.amount, scaleOf(market.coin))
      : formatQuote(plan.total, market.quote, plan.side);
  };
  return { amount: formatLine('amount'), total: formatLine('total') };
}

/** Formats with display decimals; a paid amount is rounded up. */
export function formatQuote(units: bigint, quote: Quote, side: Side): string {
  const step = pow10(scaleOf(quote) - QUOTE_DECIMALS[quote]);
  const truncated = units - (units % step);
  return formatDecimal(side === 'buy' && truncated < units ? truncated + step : truncated, scaleOf(quote));
}

/** Returns the form with a share of the balance, fee included. */
export function applyBalanceShare(
  form: OrderFormState,
  percent: bigint,
  balance: bigint,
  market: OrderMarket,
  context: OrderContext,
): OrderFormState {
  const share = (balance * percent) / 100n;
  const { terms, feeRate } = context;
  if (!terms) return form;
  const formatCoins = (units: bigint) => formatDecimal(units - (units % terms.lot), scaleOf(market.coin));
  if (form.side === 'sell') return { ...form, entry: { line: 'amount', text: formatCoins(share) } };
  if (form.kind === 'market') {
    return { ...form, entry: { line: 'total', text: formatQuote(share, market.quote, 'sell') } };
  }
  const price = parseDecimal(form.price, scaleOf(market.quote));
  if (!price) return form;
  return {
    ...form,
    entry: { line: 'amount', text: formatCoins(amountForTotal('buy', terms, share, price, feeRate)) },
  };
}

/** Returns the next multiple of the step up or down; a number in between goes to the nearest one in that direction. */
export function stepAmount(text: string, step: bigint, scale: number, up: boolean): string {
  const units = parseDecimal(text === '' ? '0' : text, scale) ?? 0n;
  const remainder = units % step;
  const next = up ? units - remainder + step : units - (remainder === 0n ? step : remainder);
  return formatDecimal(next > 0n ? next : 0n, scale);
}

/** Returns the amount that a limit order blocks: the coin of a sale, price and fee of a purchase. */
export const planHold = ({ side, market, amount, unitPrice }: OrderPlan, feeRate: Ppm): bigint =>
  calculateHold(side, market.coin, amount, unitPrice, feeRate);
