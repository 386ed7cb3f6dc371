import { type Asset, mulDiv, QUOTES, type Quote } from '@sarraf/domain';

/** The same thing reckoned in Toman and in Tether, smallest units of each. */
export type InBoth = Readonly<Record<Quote, bigint>>;

/** What a person has of an asset, what that cost on average, and what was gained or lost by what has left. */
export interface Position {
  amount: bigint;
  cost: InBoth;
  realised: InBoth;
}

export const NOTHING: InBoth = { TOMAN: 0n, TETHER: 0n };
export const NO_POSITION: Position = { amount: 0n, cost: NOTHING, realised: NOTHING };

export const inBoth = (of: (quote: Quote) => bigint): InBoth => ({
  TOMAN: of('TOMAN'),
  TETHER: of('TETHER'),
});
export const plus = (a: InBoth, b: InBoth): InBoth => inBoth((quote) => a[quote] + b[quote]);
export const minus = (a: InBoth, b: InBoth): InBoth => inBoth((quote) => a[quote] - b[quote]);
/** `part` of `whole` of it, cut. */
export const proportionOf = (of: InBoth, part: bigint, whole: bigint): InBoth =>
  inBoth((quote) => mulDiv(of[quote], part, whole, 'down'));

/** Money in itself is worth what it is: a Tether has always cost one Tether, and gains nothing. */
const itself = (asset: Asset, amount: bigint, other: InBoth): InBoth =>
  inBoth((quote) => (quote === (asset as string) ? amount : other[quote]));

/** More of it, for what it is said to have cost. */
export const entered = (position: Position, asset: Asset, amount: bigint, cost: InBoth): Position => ({
  ...position,
  amount: position.amount + amount,
  cost: plus(position.cost, itself(asset, amount, cost)),
});

/** Less of it; what leaves takes its part of the cost along. */
export function left(position: Position, amount: bigint): { position: Position; cost: InBoth } {
  if (amount > position.amount) throw new Error('more leaves than there is');
  const cost = amount === 0n ? NOTHING : proportionOf(position.cost, amount, position.amount);
  return {
    position: { ...position, amount: position.amount - amount, cost: minus(position.cost, cost) },
    cost,
  };
}

/** Less of it, for something worth so much. */
export function sold(position: Position, asset: Asset, amount: bigint, worth: InBoth): Position {
  const { position: rest, cost } = left(position, amount);
  return gained(rest, asset, minus(worth, cost));
}

export const gained = (position: Position, asset: Asset, more: InBoth): Position => ({
  ...position,
  realised: plus(position.realised, itself(asset, 0n, more)),
});

/** A fee makes what was bought dearer, and takes from what a sale brought. */
export function charged(position: Position, asset: Asset, side: 'buy' | 'sell', fee: InBoth): Position {
  if (side === 'buy' && position.amount > 0n)
    return { ...position, cost: plus(position.cost, itself(asset, 0n, fee)) };
  return gained(position, asset, minus(NOTHING, fee));
}

export const isQuote = (asset: Asset): asset is Quote & Asset =>
  (QUOTES as readonly string[]).includes(asset);
