import { pow10 } from '@sarraf/domain';
import type { Book, BookSide, Level } from './book.ts';

/** A level with all that is offered up to it, in smallest units. */
export interface DepthStop {
  side: BookSide;
  price: bigint;
  sum: bigint;
  /** What that costs or brings, in the quote's smallest units. */
  total: bigint;
}

/** Both sides over a range of prices with the middle in its middle. */
export interface Depth {
  /** Lowest price first. */
  stops: readonly DepthStop[];
  low: bigint;
  high: bigint;
  /** Between the best of both sides; null where one side is empty. */
  middle: bigint | null;
  /** The larger of the two sums. */
  most: bigint;
}

/** Of the middle, how far a level may be away: one that nobody means would squeeze the others. */
const REACH = 10n;

/** Null where nothing is offered. */
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
  // Cut once at the end, so that what is cut of each level doesn't add up.
  let products = 0n;
  return levels.map(({ price, amount }) => {
    sum += amount;
    products += price * amount;
    return { side, price, sum, total: products / pow10(coinScale) };
  });
}

/** The stop that a price has reached, by its place in the list; null between the two sides. */
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

/** From here on pixels: how much of the whole a part is, 0 to 1. */
const shareOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * FINE) / whole) / Number(FINE);

/** How far from the lowest price a price stands, 0 to 1. */
export const placeOf = ({ low, high }: Depth, price: bigint): number => shareOf(price - low, high - low);

/** The price at a place, 0 to 1. */
export function priceAt({ low, high }: Depth, place: number): bigint {
  const part = BigInt(Math.round(Math.min(1, Math.max(0, place)) * Number(FINE)));
  return low + ((high - low) * part) / FINE;
}

/** Side and ground of a picture that is stretched to its place. */
export const PICTURE = 1000;
/** The highest step stays below the edge. */
const ROOM = 40;

export const heightOf = (depth: Depth, sum: bigint): number =>
  PICTURE - shareOf(sum, depth.most) * (PICTURE - ROOM);

/** The area of one side, in steps; '' where nothing is offered. */
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
