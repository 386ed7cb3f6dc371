import { type Asset, mulDiv, QUOTES, type Quote } from '@sarraf/domain';

/** The same value in Toman and in Tether, smallest units of each. */
export type QuoteAmounts = Readonly<Record<Quote, bigint>>;

/** A user's balance of an asset, its average cost, and the realised profit or loss. */
export interface Position {
  amount: bigint;
  cost: QuoteAmounts;
  realised: QuoteAmounts;
}

export const ZERO_AMOUNTS: QuoteAmounts = { TOMAN: 0n, TETHER: 0n };
export const NO_POSITION: Position = { amount: 0n, cost: ZERO_AMOUNTS, realised: ZERO_AMOUNTS };

export const mapQuotes = (amountOf: (quote: Quote) => bigint): QuoteAmounts => ({
  TOMAN: amountOf('TOMAN'),
  TETHER: amountOf('TETHER'),
});
export const addAmounts = (a: QuoteAmounts, b: QuoteAmounts): QuoteAmounts =>
  mapQuotes((quote) => a[quote] + b[quote]);
export const subtractAmounts = (a: QuoteAmounts, b: QuoteAmounts): QuoteAmounts =>
  mapQuotes((quote) => a[quote] - b[quote]);
/** Returns the share `part` / `whole`, rounded down. */
export const proportionOf = (amounts: QuoteAmounts, part: bigint, whole: bigint): QuoteAmounts =>
  mapQuotes((quote) => mulDiv(amounts[quote], part, whole, 'down'));

/** A quote has its own value: a Tether has always cost one Tether, and gains nothing. */
const withOwnValue = (asset: Asset, amount: bigint, amounts: QuoteAmounts): QuoteAmounts =>
  mapQuotes((quote) => (quote === (asset as string) ? amount : amounts[quote]));

/** Adds an amount at the given cost. */
export const addToPosition = (
  position: Position,
  asset: Asset,
  amount: bigint,
  cost: QuoteAmounts,
): Position => ({
  ...position,
  amount: position.amount + amount,
  cost: addAmounts(position.cost, withOwnValue(asset, amount, cost)),
});

/** Removes an amount with its part of the cost. */
export function withdrawFromPosition(
  position: Position,
  amount: bigint,
): { position: Position; cost: QuoteAmounts } {
  if (amount > position.amount) throw new Error('the amount exceeds the position');
  const cost = amount === 0n ? ZERO_AMOUNTS : proportionOf(position.cost, amount, position.amount);
  return {
    position: { ...position, amount: position.amount - amount, cost: subtractAmounts(position.cost, cost) },
    cost,
  };
}

/** Removes an amount that was sold for the given proceeds. */
export function sellFromPosition(
  position: Position,
  asset: Asset,
  amount: bigint,
  worth: QuoteAmounts,
): Position {
  const { position: remaining, cost } = withdrawFromPosition(position, amount);
  return addRealisedGain(remaining, asset, subtractAmounts(worth, cost));
}

export const addRealisedGain = (position: Position, asset: Asset, gain: QuoteAmounts): Position => ({
  ...position,
  realised: addAmounts(position.realised, withOwnValue(asset, 0n, gain)),
});

/** A fee increases the cost of a purchase, and reduces the proceeds of a sale. */
export function applyTradeFee(
  position: Position,
  asset: Asset,
  side: 'buy' | 'sell',
  fee: QuoteAmounts,
): Position {
  if (side === 'buy' && position.amount > 0n)
    return { ...position, cost: addAmounts(position.cost, withOwnValue(asset, 0n, fee)) };
  return addRealisedGain(position, asset, subtractAmounts(ZERO_AMOUNTS, fee));
}

export const isQuote = (asset: Asset): asset is Quote & Asset =>
  (QUOTES as readonly string[]).includes(asset);
