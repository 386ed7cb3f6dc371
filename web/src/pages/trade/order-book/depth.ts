import { pow10 } from '@sarraf/domain';
import type { Book, BookLevel, BookSide } from './book.ts';

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
export function computeDepth({ bids, asks }: Book, coinScale: number): Depth | null {
  const bid = bids[0]?.price;
  const ask = asks[0]?.price;
  const best = bid ?? ask;
  if (best === undefined) return null;
  const middle = bid !== undefined && ask !== undefined ? (bid + ask) / 2n : null;
  const centre = middle ?? best;
  const filterNear = (levels: readonly BookLevel[]) =>
    levels.filter(({ price }, at) => at === 0 || distance(price, centre) * REACH <= centre);
  const below = sumLevels('bids', filterNear(bids), coinScale);
  const above = sumLevels('asks', filterNear(asks), coinScale);
  const stops = [...below.reverse(), ...above];
  const halfRange = stops.reduce((maxDistance, { price }) => max(maxDistance, distance(price, centre)), 1n);
  const maxSum = stops.reduce((sum, stop) => max(sum, stop.sum), 0n);
  return { stops, low: centre - halfRange, high: centre + halfRange, middle, most: maxSum };
}

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

function sumLevels(side: BookSide, levels: readonly BookLevel[], coinScale: number): DepthStop[] {
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
export function findStopIndex({ stops }: Depth, price: bigint): number | null {
  const bid = stops.findIndex((stop) => stop.side === 'bids' && stop.price >= price);
  if (bid >= 0) return bid;
  let ask: number | null = null;
  stops.forEach((stop, at) => {
    if (stop.side === 'asks' && stop.price <= price) ask = at;
  });
  return ask;
}

const FRACTION_SCALE = 1_000_000n;

/** Pixels from here on: a part's share of the whole, 0 to 1. */
const toFraction = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * FRACTION_SCALE) / whole) / Number(FRACTION_SCALE);

/** Returns the horizontal position of a price, 0 to 1. */
export const getPosition = ({ low, high }: Depth, price: bigint): number =>
  toFraction(price - low, high - low);

/** Returns the price at a horizontal position, 0 to 1. */
export function getPriceAt({ low, high }: Depth, position: number): bigint {
  const part = BigInt(Math.round(Math.min(1, Math.max(0, position)) * Number(FRACTION_SCALE)));
  return low + ((high - low) * part) / FRACTION_SCALE;
}

/** Width and height of the drawing, which is stretched to its container. */
export const PICTURE_SIZE = 1000;
/** Space above the highest step. */
const TOP_MARGIN = 40;

export const getHeight = (depth: Depth, sum: bigint): number =>
  PICTURE_SIZE - toFraction(sum, depth.most) * (PICTURE_SIZE - TOP_MARGIN);

/** Returns the SVG path of one side's area, in steps; '' for an empty side. */
export function buildAreaPath(depth: Depth, side: BookSide): string {
  const sideStops = depth.stops.filter((stop) => stop.side === side);
  const outward = side === 'bids' ? sideStops.reverse() : sideStops;
  const [best] = outward;
  if (!best) return '';
  const x = (price: bigint) => (getPosition(depth, price) * PICTURE_SIZE).toFixed(1);
  const steps = outward.map(({ price, sum }) => `H${x(price)}V${getHeight(depth, sum).toFixed(1)}`);
  const edge = side === 'bids' ? 0 : PICTURE_SIZE;
  return `M${x(best.price)} ${PICTURE_SIZE}${steps.join('')}H${edge}V${PICTURE_SIZE}Z`;
}
