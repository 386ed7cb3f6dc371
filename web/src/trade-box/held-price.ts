import type { Side } from '@sarraf/domain';

/** The server accepts a price for 10 s; the last second is for the request to arrive. */
export const HOLD_MS = 9_000;

/** The latest price and when it was last known to be current. */
export interface LivePrice {
  unitPrice: bigint;
  seenAt: number;
}

/** A price that is fixed for some seconds, so that a person can read, calculate and confirm. */
export interface HeldPrice {
  /** Quote per coin, in smallest units. */
  unitPrice: bigint;
  /** When it is replaced, in milliseconds. */
  until: number;
}

/** Returns the held price: the previous one, or the latest price if that has expired or the server would refuse it. */
export function holdPrice(
  held: HeldPrice | null,
  live: LivePrice | null,
  side: Side,
  now: number,
): HeldPrice | null {
  if (!live) return null;
  if (held && now < held.until && !hasMovedAgainstHouse(side, held.unitPrice, live.unitPrice)) return held;
  const until = live.seenAt + HOLD_MS;
  return until > now ? { unitPrice: live.unitPrice, until } : null;
}

/** More than 0.2 %, the server's tolerance. */
const hasMovedAgainstHouse = (side: Side, held: bigint, live: bigint): boolean =>
  side === 'buy' ? live * 1000n > held * 1002n : live * 1000n < held * 998n;
