import type { Side } from '@sarraf/domain';

/** The server stands by a price for 10 s; the last second is for the way there. */
export const HOLD_MS = 9_000;

/** The newest price and when it was last known to be current. */
export interface LivePrice {
  unitPrice: bigint;
  seenAt: number;
}

/** A price that stays as it is for a while, so that a person can read, reckon and confirm it. */
export interface HeldPrice {
  /** Quote for one coin, smallest units. */
  unitPrice: bigint;
  /** When a new one takes its place, in milliseconds. */
  until: number;
}

/** What is held now: what was held, or the newest price once that has ended or the server would refuse it. */
export function holdPrice(
  held: HeldPrice | null,
  live: LivePrice | null,
  side: Side,
  now: number,
): HeldPrice | null {
  if (!live) return null;
  if (held && now < held.until && !movedAgainstHouse(side, held.unitPrice, live.unitPrice)) return held;
  const until = live.seenAt + HOLD_MS;
  return until > now ? { unitPrice: live.unitPrice, until } : null;
}

/** More than 0.2 %, as the server judges (design §5). */
const movedAgainstHouse = (side: Side, held: bigint, live: bigint): boolean =>
  side === 'buy' ? live * 1000n > held * 1002n : live * 1000n < held * 998n;
