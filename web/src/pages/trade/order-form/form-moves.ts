import { formatDecimal, nearestTick, type OrderTerms, parseDecimal, scaleOf, toTick } from '@sarraf/domain';
import type { BookSide } from '../order-book/book.ts';
import type { AdvancedField } from './advanced/state.ts';
import { amountFor, type OrderContext, type OrderFormState, type OrderMarket } from './form.ts';

/** A field that holds a price. */
export type FieldOfPrice = 'price' | AdvancedField;

/** A price that was rounded to a tick. */
export interface Rounded {
  field: FieldOfPrice;
  price: bigint;
}

const textIn = (form: OrderFormState, field: FieldOfPrice): string =>
  field === 'price' ? form.price : form.more[field];

/** Returns the tick to which a price of the form is rounded; null: it is on a tick, or invalid. */
export function roundedPrice(form: OrderFormState, field: FieldOfPrice, terms: OrderTerms): bigint | null {
  const written = parseDecimal(textIn(form, field), scaleOf(terms.quote));
  if (!written || written % terms.tick === 0n) return null;
  if (field === 'price') return toTick(written, terms.tick, form.side);
  if (field === 'profit') return toTick(written, terms.tick, 'sell');
  if (field === 'stopLimit')
    return toTick(written, terms.tick, form.more.extra === 'bracket' ? 'sell' : form.side);
  return nearestTick(written, terms.tick);
}

/** Returns the form with this price in its field. */
export function withPrice(
  form: OrderFormState,
  field: FieldOfPrice,
  price: bigint,
  { quote }: OrderMarket,
): OrderFormState {
  const text = formatDecimal(price, scaleOf(quote));
  return field === 'price' ? { ...form, price: text } : { ...form, more: { ...form.more, [field]: text } };
}

/** A chosen level of the order book. */
export interface ChosenLevel {
  side: BookSide;
  price: bigint;
  /** Cumulative amount up to the level. */
  sum: bigint;
}

/**
 * Returns a limit order at a level's price; with the cumulative amount if it can be taken and no amount was typed
 * by hand, limited to the balance.
 */
export function withLevel(
  form: OrderFormState,
  level: ChosenLevel,
  market: OrderMarket,
  { terms, wage }: OrderContext,
  balance: bigint | null,
): OrderFormState {
  const priced = withPrice({ ...form, kind: 'limit' }, 'price', level.price, market);
  const meets = (form.side === 'buy') === (level.side === 'asks');
  const free = form.entry === null || form.entry.taken === true;
  if (!meets || !free || !terms || balance === null) return priced;
  const most = form.side === 'sell' ? balance : amountFor('buy', terms, balance, level.price, wage);
  const amount = level.sum < most ? level.sum : most;
  const lots = amount - (amount % terms.lot);
  if (lots === 0n) return priced;
  const text = formatDecimal(lots, scaleOf(market.coin));
  return { ...priced, entry: { line: 'amount', text, taken: true } };
}
