import {
  formatDecimal,
  type OrderTerms,
  parseDecimal,
  roundToNearestTick,
  roundToOwnTick,
  scaleOf,
} from '@sarraf/domain';
import type { BookSide } from '../order-book/book.ts';
import type { AdvancedField } from './advanced/state.ts';
import { amountForTotal, type OrderContext, type OrderFormState, type OrderMarket } from './form.ts';

/** A field that holds a price. */
export type PriceFieldName = 'price' | AdvancedField;

/** A price that was rounded to a tick. */
export interface RoundedPrice {
  field: PriceFieldName;
  price: bigint;
}

const getFieldText = (form: OrderFormState, field: PriceFieldName): string =>
  field === 'price' ? form.price : form.more[field];

/** Returns the tick to which a price of the form is rounded; null: it is on a tick, or invalid. */
export function findRoundedPrice(
  form: OrderFormState,
  field: PriceFieldName,
  terms: OrderTerms,
): bigint | null {
  const typedPrice = parseDecimal(getFieldText(form, field), scaleOf(terms.quote));
  if (!typedPrice || typedPrice % terms.tick === 0n) return null;
  if (field === 'price') return roundToOwnTick(typedPrice, terms.tick, form.side);
  if (field === 'profit') return roundToOwnTick(typedPrice, terms.tick, 'sell');
  if (field === 'stopLimit')
    return roundToOwnTick(typedPrice, terms.tick, form.more.extra === 'bracket' ? 'sell' : form.side);
  return roundToNearestTick(typedPrice, terms.tick);
}

/** Returns the form with this price in its field. */
export function setFieldPrice(
  form: OrderFormState,
  field: PriceFieldName,
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
export function applyLevel(
  form: OrderFormState,
  level: ChosenLevel,
  market: OrderMarket,
  { terms, feeRate }: OrderContext,
  balance: bigint | null,
): OrderFormState {
  const withLevelPrice = setFieldPrice({ ...form, kind: 'limit' }, 'price', level.price, market);
  const isMatching = (form.side === 'buy') === (level.side === 'asks');
  const isUntouched = form.entry === null || form.entry.fromLevel === true;
  if (!isMatching || !isUntouched || !terms || balance === null) return withLevelPrice;
  const affordable =
    form.side === 'sell' ? balance : amountForTotal('buy', terms, balance, level.price, feeRate);
  const amount = level.sum < affordable ? level.sum : affordable;
  const lots = amount - (amount % terms.lot);
  if (lots === 0n) return withLevelPrice;
  const text = formatDecimal(lots, scaleOf(market.coin));
  return { ...withLevelPrice, entry: { line: 'amount', text, fromLevel: true } };
}
