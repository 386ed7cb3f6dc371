import { computeTrailingTrigger, type Side } from '@sarraf/domain';
import type { TriggerKind, TriggerPrice } from '@sarraf/domain/contracts';

/**
 * DORMANT: until the entry of its bracket ends. WAITING: for its price. DUE: its price was reached, and it is the
 * next to be sent to the order book in its turn. FIRED: it was sent, and is an order like any other.
 */
export type TriggerState = 'DORMANT' | 'WAITING' | 'DUE' | 'FIRED';

/** The trigger that an order waits for, or waited for; prices in quote units for one coin. */
export interface OrderTrigger {
  state: TriggerState;
  kind: TriggerKind;
  /** Null: an ENTRY, which waits for no price. */
  by: TriggerPrice | null;
  /** For a trailing stop its initial stop price; null: an ENTRY. */
  price: bigint | null;
  /** Distance of a trailing stop from the best price; null: not a trailing stop. */
  distance: bigint | null;
  /** The worst price that a market order accepts; null: none given. */
  limit: bigint | null;
  /** Maximum cost of a market purchase, quote units; null: it is for an amount. */
  total: bigint | null;
  /** When it became DUE. */
  triggeredAt: Date | null;
  /**
   * Set when read for display: the best price that a trailing stop has seen; unset: none better than the initial
   * one.
   */
  trailed?: bigint;
}

/** Whether an order has not been sent to the order book yet. */
export const waitsForTrigger = ({ trigger }: { trigger: OrderTrigger | null }): boolean =>
  trigger !== null && trigger.state !== 'FIRED';

/** Returns the price at which a trailing stop begins to follow. */
export const computeTrailStart = (side: Side, price: bigint, distance: bigint): bigint =>
  side === 'sell' ? price + distance : price - distance;

/** Returns the current stop price of a trailing stop; null: it isn't one, or no longer waits. */
export function computeTrailedStop(
  side: Side,
  { state, price, distance, trailed }: OrderTrigger,
): bigint | null {
  if (state !== 'WAITING' || price === null || distance === null) return null;
  if (trailed === undefined) return price;
  const stop = computeTrailingTrigger(side, trailed, distance);
  return stop > price === (side === 'sell') ? stop : price;
}
