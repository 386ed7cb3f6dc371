import { type Asset, mulDiv, QUOTES, type Quote } from '@sarraf/domain';

/** The same thing reckoned in Toman and in Tether, smallest units of each. */
export type QuoteAmounts = Readonly<Record<Quote, bigint>>;

/** What a person has of an asset, what that cost on average, and what was gained or lost by what has left. */
export interface Position {
  amount: bigint;
  cost: QuoteAmounts;
  realised: QuoteAmounts;
}

export const ZERO_AMOUNTS: QuoteAmounts = { TOMAN: 0n, TETHER: 0n };
export const NO_POSITION: Position = { amount: 0n, cost: ZERO_AMOUNTS, realised: ZERO_AMOUNTS };

export const mapQuotes = (of: (quote: Quote) => bigint): QuoteAmounts => ({
  TOMAN: of('TOMAN'),
  TETHER: of('TETHER'),
});
export const plus = (a: QuoteAmounts, b: QuoteAmounts): QuoteAmounts =>
  mapQuotes((quote) => a[quote] + b[quote]);
export const minus = (a: QuoteAmounts, b: QuoteAmounts): QuoteAmounts =>
  mapQuotes((quote) => a[quote] - b[quote]);
/** `part` of `whole` of it, cut. */
export const proportionOf = (of: QuoteAmounts, part: bigint, whole: bigint): QuoteAmounts =>
  mapQuotes((quote) => mulDiv(of[quote], part, whole, 'down'));

/** Money in itself is worth what it is: a Tether has always cost one Tether, and gains nothing. */
const itself = (asset: Asset, amount: bigint, other: QuoteAmounts): QuoteAmounts =>
  mapQuotes((quote) => (quote === (asset as string) ? amount : other[quote]));

/** More of it, for what it is said to have cost. */
export const addToPosition = (
  position: Position,
  asset: Asset,
  amount: bigint,
  cost: QuoteAmounts,
): Position => ({
  ...position,
  amount: position.amount + amount,
  cost: plus(position.cost, itself(asset, amount, cost)),
});

/** Less of it; what leaves takes its part of the cost along. */
export function withdrawFromPosition(
  position: Position,
  amount: bigint,
): { position: Position; cost: QuoteAmounts } {
  if (amount > position.amount) throw new Error('more leaves than there is');
  const cost = amount === 0n ? ZERO_AMOUNTS : proportionOf(position.cost, amount, position.amount);
  return {
    position: { ...position, amount: position.amount - amount, cost: minus(position.cost, cost) },
    cost,
  };
}

/** Less of it, for something worth so much. */
export function sellFromPosition(
  position: Position,
  asset: Asset,
  amount: bigint,
  worth: QuoteAmounts,
): Position {
  const { position: rest, cost } = withdrawFromPosition(position, amount);
  return addRealisedGain(rest, asset, minus(worth, cost));
}

export const addRealisedGain = (position: Position, asset: Asset, more: QuoteAmounts): Position => ({
  ...position,
  realised: plus(position.realised, itself(asset, 0n, more)),
});

/** A fee makes what was bought dearer, and takes from what a sale brought. */
export function applyTradeFee(
  position: Position,
  asset: Asset,
  side: 'buy' | 'sell',
  fee: QuoteAmounts,
): Position {
  if (side === 'buy' && position.amount > 0n)
    return { ...position, cost: plus(position.cost, itself(asset, 0n, fee)) };
  return addRealisedGain(position, asset, minus(ZERO_AMOUNTS, fee));
}

export const isQuote = (asset: Asset): asset is Quote & Asset =>
  (QUOTES as readonly string[]).includes(asset);
