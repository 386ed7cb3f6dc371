import {
  type Coin,
  calculateHold,
  formatDecimal,
  maxNotionalForTotal,
  notionalOf,
  type OrderTerms,
  type Ppm,
  parseDecimal,
  pow10,
  QUOTE_DECIMALS,
  type Quote,
  type Side,
  scaleOf,
  toTick,
  worthOf,
} from '@sarraf/domain';
import type { MarketTerms } from '@sarraf/domain/contracts';
import type { Book, Level } from '../order-book/book.ts';
import { type AdvancedState, PLAIN, type Waits } from './advanced/state.ts';
import {
  amountWithin,
  amountWorth,
  estimateFillByAmount,
  estimateFillByBudget,
  walkWorth,
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
    taken?: true;
  } | null;
  /** State of the "Advanced" section. */
  more: AdvancedState;
}

export const EMPTY_FORM: OrderFormState = {
  side: 'buy',
  kind: 'limit',
  price: '',
  entry: null,
  more: PLAIN,
};

/** Data that the form is validated against; unknown values are null. */
export interface OrderContext {
  terms: OrderTerms | null;
  book: Book | null;
  wage: Ppm;
  /** The centre of the price band. */
  reference: bigint | null;
  /** Price of the last trade. */
  last: bigint | null;
}

/** The order of the form. Amounts in smallest units. */
export interface Plan {
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
  waits: Waits | null;
}

export function termsOf(market: OrderMarket, dto: MarketTerms | undefined): OrderTerms | null {
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
export const opposite = (side: Side, book: Book): readonly Level[] =>
  side === 'buy' ? book.asks : book.bids;

export function planOf(form: OrderFormState, market: OrderMarket, known: OrderContext): Plan | null {
  const { terms } = known;
  if (!terms || !form.entry) return null;
  const scale = scaleOf(form.entry.line === 'amount' ? market.coin : market.quote);
  const written = parseDecimal(form.entry.text, scale);
  if (!written) return null;
  return form.kind === 'limit'
    ? limitPlan(form, terms, written, known)
    : marketPlan(form, terms, written, known);
}

function limitPlan(
  form: OrderFormState,
  terms: OrderTerms,
  written: bigint,
  { wage }: OrderContext,
): Plan | null {
  const price = parseDecimal(form.price, scaleOf(terms.quote));
  if (!price) return null;
  const { side } = form;
  const unitPrice = toTick(price, terms.tick, side);
  const amount = form.entry?.line === 'total' ? amountFor(side, terms, written, unitPrice, wage) : written;
  const notional = notionalOf(terms.coin, amount, unitPrice);
  return {
    ...basics(form, terms),
    amount,
    unitPrice,
    budget: null,
    ...worthOf(side, notional, wage),
    complete: true,
    average: null,
    waits: null,
  };
}

const basics = ({ side, kind }: OrderFormState, { coin, quote }: OrderTerms) => ({
  side,
  kind,
  market: { coin, quote },
});

/** Returns the largest amount that a total buys, or the smallest that brings it, at a price. */
export function amountFor(
  side: Side,
  { coin, lot }: OrderTerms,
  total: bigint,
  price: bigint,
  wage: Ppm,
): bigint {
  return side === 'buy'
    ? amountWithin(coin, maxNotionalForTotal(total, wage), price, lot)
    : amountWorth(coin, notionalFor(total, wage), price, lot);
}

const MILLION = 1_000_000n;

/** Returns the smallest notional whose proceeds after the fee reach a total. */
function notionalFor(total: bigint, wage: Ppm): bigint {
  const notional = (total * MILLION) / (MILLION - wage);
  // Compensates two roundings of less than a unit each.
  for (const more of [0n, 1n, 2n]) {
    if (worthOf('sell', notional + more, wage).total >= total) return notional + more;
  }
  return notional + 2n;
}

function marketPlan(
  form: OrderFormState,
  terms: OrderTerms,
  written: bigint,
  known: OrderContext,
): Plan | null {
  const { side, entry } = form;
  const levels = known.book && opposite(side, known.book);
  const best = levels?.[0]?.price;
  if (!levels || best === undefined) return null;
  const cap = worstPrice(side, best, terms, known.reference);
  const byTotal = entry?.line === 'total';
  const budget = byTotal && side === 'buy' ? written : null;
  const asked = byTotal ? walkWorth(levels, terms, notionalFor(written, known.wage), cap) : written;
  const walk =
    budget === null
      ? estimateFillByAmount(side, levels, terms.coin, asked, cap)
      : estimateFillByBudget(levels, terms, maxNotionalForTotal(budget, known.wage), cap);
  return {
    ...basics(form, terms),
    amount: budget === null ? asked : walk.amount,
    unitPrice: cap,
    budget,
    ...worthOf(side, walk.notional, known.wage),
    complete: walk.complete,
    average: walk.amount === 0n ? null : (walk.notional * pow10(scaleOf(terms.coin))) / walk.amount,
    waits: null,
  };
}

/** Returns both lines as decimal texts: the typed one unchanged, the other one calculated. */
export function orderLineTexts(
  form: OrderFormState,
  market: OrderMarket,
  plan: Plan | null,
): Record<OrderLine, string> {
  const textOf = (line: OrderLine): string => {
    if (form.entry?.line === line) return form.entry.text;
    if (!plan || plan.amount === 0n) return '';
    return line === 'amount'
      ? formatDecimal(plan.amount, scaleOf(market.coin))
      : quoteText(plan.total, market.quote, plan.side);
  };
  return { amount: textOf('amount'), total: textOf('total') };
}

/** Formats with display decimals; a paid amount is rounded up. */
export function quoteText(units: bigint, quote: Quote, side: Side): string {
  const step = pow10(scaleOf(quote) - QUOTE_DECIMALS[quote]);
  const cut = units - (units % step);
  return formatDecimal(side === 'buy' && cut < units ? cut + step : cut, scaleOf(quote));
}

/** Returns the form with a share of the balance, fee included. */
export function withPercent(
  form: OrderFormState,
  percent: bigint,
  balance: bigint,
  market: OrderMarket,
  known: OrderContext,
): OrderFormState {
  const part = (balance * percent) / 100n;
  const { terms, wage } = known;
  if (!terms) return form;
  const coinText = (units: bigint) => formatDecimal(units - (units % terms.lot), scaleOf(market.coin));
  if (form.side === 'sell') return { ...form, entry: { line: 'amount', text: coinText(part) } };
  if (form.kind === 'market') {
    return { ...form, entry: { line: 'total', text: quoteText(part, market.quote, 'sell') } };
  }
  const price = parseDecimal(form.price, scaleOf(market.quote));
  if (!price) return form;
  return { ...form, entry: { line: 'amount', text: coinText(amountFor('buy', terms, part, price, wage)) } };
}

/** Returns the next multiple of the step up or down; a number in between goes to the nearest one in that direction. */
export function stepped(text: string, step: bigint, scale: number, up: boolean): string {
  const units = parseDecimal(text === '' ? '0' : text, scale) ?? 0n;
  const over = units % step;
  const next = up ? units - over + step : units - (over === 0n ? step : over);
  return formatDecimal(next > 0n ? next : 0n, scale);
}

/** Returns the amount that a limit order blocks: the coin of a sale, price and fee of a purchase. */
export const planHold = ({ side, market, amount, unitPrice }: Plan, wage: Ppm): bigint =>
  calculateHold(side, market.coin, amount, unitPrice, wage);
