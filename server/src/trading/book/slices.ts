import type { OrderManner, Slices } from '../orders/manner.ts';
import type { OrderRow } from '../orders/order.ts';

/** Returns the displayed amount of a resting order. */
export const getDisplayedAmount = ({ amount, executedAmount, manner: { slices } }: OrderRow): bigint =>
  slices === null ? amount - executedAmount : slices.displayedAmount;

/** Returns the manner of an order that rests with this amount left; the same object if it hides nothing. */
export const toRestingManner = (manner: OrderManner, remaining: bigint): OrderManner =>
  manner.slices === null ? manner : withDisplayedAmount(manner, min(manner.slices.display, remaining));

/** Returns the manner of an order reduced to this amount; its hidden part is reduced first. */
export const toReducedManner = (manner: OrderManner, remaining: bigint): OrderManner =>
  manner.slices === null
    ? manner
    : withDisplayedAmount(manner, min(manner.slices.displayedAmount, remaining));

export const withDisplayedAmount = (manner: OrderManner, displayed: bigint): OrderManner =>
  manner.slices === null ? manner : { ...manner, slices: { ...manner.slices, displayedAmount: displayed } };

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

interface LinePosition {
  readonly row: OrderRow;
  readonly sequence: number;
  /** The order has no hidden lots, which is known without parsing its row. */
  readonly plain?: boolean;
}

/** Which of two orders of one price the book has first: one number for each change, but for slices of the same one. */
export function comparePriority(a: LinePosition, b: LinePosition): number {
  const [slicesOfA, slicesOfB] = [getSlices(a), getSlices(b)];
  if (slicesOfA === null && slicesOfB === null) return a.sequence - b.sequence;
  const [at, otherAt] = [slicesOfA?.at ?? a.sequence, slicesOfB?.at ?? b.sequence];
  return at === otherAt ? (slicesOfA?.turn ?? 0) - (slicesOfB?.turn ?? 0) : at - otherAt;
}

const getSlices = (order: LinePosition): Slices | null => (order.plain ? null : order.row.manner.slices);
