import { type Side, trailedPrice } from '@sarraf/domain';
import type { TriggerKind, TriggerPrice } from '@sarraf/domain/contracts';

/**
 * DORMANT: until the entry of its bracket ends. WAITING: for its price. DUE: that was reached, and it is to come to the
 * book as the next of its line. FIRED: it did, and is an order like any other.
 */
export type TriggerState = 'DORMANT' | 'WAITING' | 'DUE' | 'FIRED';

/** What an order waits for, or waited; prices in quote units for one coin. */
export interface OrderTrigger {
  state: TriggerState;
  kind: TriggerKind;
  /** Null: an ENTRY, which waits for no price. */
  by: TriggerPrice | null;
  /** Of a trailing stop where it stood when it was placed; null: an ENTRY. */
  price: bigint | null;
  /** How far a trailing stop stays behind the best price; null: it is none. */
  distance: bigint | null;
  /** The worst price that a market order takes; null: none was named. */
  limit: bigint | null;
  /** The most that a market purchase pays, quote units; null: it is for an amount. */
  total: bigint | null;
  /** When it became DUE. */
  triggeredAt: Date | null;
  /** Where it is read to be shown: the best price that a trailing stop has seen; unset: none better than where it began. */
  trailed?: bigint;
}

/** Whether an order is still in no book. */
export const waitsForTrigger = ({ trigger }: { trigger: OrderTrigger | null }): boolean =>
  trigger !== null && trigger.state !== 'FIRED';

/** Where a trailing stop begins to follow. */
export const trailStart = (side: Side, price: bigint, distance: bigint): bigint =>
  side === 'sell' ? price + distance : price - distance;

/** Where a trailing stop triggers now; null: it is none, or waits no more. */
export function trailedStop(side: Side, { state, price, distance, trailed }: OrderTrigger): bigint | null {
  if (state !== 'WAITING' || price === null || distance === null) return null;
  if (trailed === undefined) return price;
  const stop = trailedPrice(side, trailed, distance);
  return stop > price === (side === 'sell') ? stop : price;
}
