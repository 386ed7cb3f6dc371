import type { OrderManner } from '../orders/manner.ts';
import type { OrderRow } from '../orders/order.ts';

/** What the book shows of an order that waits there. */
export const shownOf = ({ amount, executedAmount, manner: { slices } }: OrderRow): bigint =>
  slices === null ? amount - executedAmount : slices.shown;

/** The manner of an order that rests with so much left; the same object, where it hides nothing. */
export const restingManner = (manner: OrderManner, left: bigint): OrderManner =>
  manner.slices === null ? manner : withShown(manner, least(manner.slices.display, left));

/** Of one that asks for less, so that so much is left: what it hides goes first. */
export const reducedManner = (manner: OrderManner, left: bigint): OrderManner =>
  manner.slices === null ? manner : withShown(manner, least(manner.slices.shown, left));

export const withShown = (manner: OrderManner, shown: bigint): OrderManner =>
  manner.slices === null ? manner : { ...manner, slices: { ...manner.slices, shown } };

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Which of two orders of one price the book has first: one number for each change, but for slices of the same one. */
export function comesBefore(
  a: { row: OrderRow; sequence: number },
  b: { row: OrderRow; sequence: number },
): number {
  const [one, other] = [a.row.manner.slices, b.row.manner.slices];
  if (one === null && other === null) return a.sequence - b.sequence;
  const [at, otherAt] = [one?.at ?? a.sequence, other?.at ?? b.sequence];
  return at === otherAt ? (one?.turn ?? 0) - (other?.turn ?? 0) : at - otherAt;
}
