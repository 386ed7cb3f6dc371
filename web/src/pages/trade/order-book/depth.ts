import { pow10 } from '@sarraf/domain';
import type { Book, BookSide, Level } from './book.ts';

/** A level with the cumulative amount, in smallest units. */
export interface DepthStop {
  side: BookSide;
  price: bigint;
  sum: bigint;
  /** Cumulative cost or proceeds, in the quote's smallest units. */
  total: bigint;
}

/** Both sides over a range of prices, centred on the middle price. */
export interface Depth {
  /** Lowest price first. */
  stops: readonly DepthStop[];
  low: bigint;
  high: bigint;
  /** Between the best prices of both sides; null if one side is empty. */
  middle: bigint | null;
  /** The larger of the two sums. */
  most: bigint;
}

/** Divisor of the middle price: levels farther away are left out, since they would squeeze the others. */
const REACH = 10n;

/** Returns null for an empty order book. */
export function depthOf({ bids, asks }: Book, coinScale: number): Depth | null {
  const bid = bids[0]?.price;
  const ask = asks[0]?.price;
  const best = bid ?? ask;
  if (best === undefined) return null;
  const middle = bid !== undefined && ask !== undefined ? (bid + ask) / 2n : null;
  const centre = middle ?? best;
  const within = (levels: readonly Level[]) =>
    levels.filter(({ price }, at) => at === 0 || distance(price, centre) * REACH <= centre);
  const below = summed('bids', within(bids), coinScale);
  const above = summed('asks', within(asks), coinScale);
  const stops = [...below.reverse(), ...above];
  const half = stops.reduce((most, { price }) => larger(most, distance(price, centre)), 1n);
  const most = stops.reduce((sum, stop) => larger(sum, stop.sum), 0n);
  return { stops, low: centre - half, high: centre + half, middle, most };
}

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

function summed(side: BookSide, levels: readonly Level[], coinScale: number): DepthStop[] {
  let sum = 0n;
  // Truncated once at the end, so that truncation errors don't add up.
  let products = 0n;
  return levels.map(({ price, amount }) => {
    sum += amount;
    products += price * amount;
    return { side, price, sum, total: products / pow10(coinScale) };
  });
}

/** Returns the index of the level that a price reaches; null between the two sides. */
export function stopAt({ stops }: Depth, price: bigint): number | null {
  const bid = stops.findIndex((stop) => stop.side === 'bids' && stop.price >= price);
  if (bid >= 0) return bid;
  let ask: number | null = null;
  stops.forEach((stop, at) => {
    if (stop.side === 'asks' && stop.price <= price) ask = at;
  });
  return ask;
}

const FINE = 1_000_000n;

/** Pixels from here on: a part's share of the whole, 0 to 1. */
const shareOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * FINE) / whole) / Number(FINE);

/** Returns the horizontal position of a price, 0 to 1. */
export const placeOf = ({ low, high }: Depth, price: bigint): number => shareOf(price - low, high - low);

/** Returns the price at a horizontal position, 0 to 1. */
export function priceAt({ low, high }: Depth, place: number): bigint {
  const part = BigInt(Math.round(Math.min(1, Math.max(0, place)) * Number(FINE)));
  return low + ((high - low) * part) / FINE;
}

/** Width and height of the drawing, which is stretched to its container. */
export const PICTURE = 1000;
/** Space above the highest step. */
const ROOM = 40;

export const heightOf = (depth: Depth, sum: bigint): number =>
  PICTURE - shareOf(sum, depth.most) * (PICTURE - ROOM);

/** Returns the SVG path of one side's area, in steps; '' for an empty side. */
export function areaOf(depth: Depth, side: BookSide): string {
  const own = depth.stops.filter((stop) => stop.side === side);
  const outward = side === 'bids' ? own.reverse() : own;
  const [best] = outward;
  if (!best) return '';
  const x = (price: bigint) => (placeOf(depth, price) * PICTURE).toFixed(1);
  const steps = outward.map(({ price, sum }) => `H${x(price)}V${heightOf(depth, sum).toFixed(1)}`);
  const edge = side === 'bids' ? 0 : PICTURE;
  return `M${x(best.price)} ${PICTURE}${steps.join('')}H${edge}V${PICTURE}Z`;
}
