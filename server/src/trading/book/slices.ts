import type { OrderManner, Slices } from '../orders/manner.ts';
import type { OrderRow } from '../orders/order.ts';

/** Returns the displayed amount of a resting order. */
export const shownOf = ({ amount, executedAmount, manner: { slices } }: OrderRow): bigint =>
  slices === null ? amount - executedAmount : slices.shown;

/** Returns the manner of an order that rests with this amount left; the same object if it hides nothing. */
export const restingManner = (manner: OrderManner, left: bigint): OrderManner =>
  manner.slices === null ? manner : withShown(manner, least(manner.slices.display, left));

/** Returns the manner of an order reduced to this amount; its hidden part is reduced first. */
export const reducedManner = (manner: OrderManner, left: bigint): OrderManner =>
  manner.slices === null ? manner : withShown(manner, least(manner.slices.shown, left));

export const withShown = (manner: OrderManner, shown: bigint): OrderManner =>
  manner.slices === null ? manner : { ...manner, slices: { ...manner.slices, shown } };

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

interface LinePosition {
  readonly row: OrderRow;
  readonly sequence: number;
  /** The order has no hidden lots, which is known without parsing its row. */
  readonly plain?: boolean;
}

/** Which of two orders of one price the book has first: one number for each change, but for slices of the same one. */
export function comesBefore(a: LinePosition, b: LinePosition): number {
  const [one, other] = [slicesOf(a), slicesOf(b)];
  if (one === null && other === null) return a.sequence - b.sequence;
  const [at, otherAt] = [one?.at ?? a.sequence, other?.at ?? b.sequence];
  return at === otherAt ? (one?.turn ?? 0) - (other?.turn ?? 0) : at - otherAt;
}

const slicesOf = (order: LinePosition): Slices | null => (order.plain ? null : order.row.manner.slices);
