/**
 * Which reference prices may be traded on. A price is used only while it is fresh and a second source agrees with it;
 * otherwise the coin is halted and its last good price is never used in its place (fault tests F21, F22).
 */

/** What a source last said of a coin. */
export interface Observation {
  price: bigint | null;
  change: bigint | null;
  /** When it was asked, milliseconds since 1970. */
  at: number;
}

export type Halt =
  | 'NO_SOURCE'
  | 'NOT_A_PRICE'
  | 'STALE'
  | 'NO_SECOND_SOURCE'
  | 'SECOND_SOURCE_SILENT'
  | 'OUT_OF_BAND'
  | 'JUMP';

export interface Reference {
  /** Scale PRICE_SCALE. */
  price: bigint;
  change: bigint | null;
  /** The last moment at which it may be used. */
  validUntil: number;
}

export interface Evidence {
  /** Of each source that covers the coin, the leading one first; null while it has said nothing. */
  observations: readonly (Observation | null)[];
  /** The price last used for this coin. */
  lastGood: bigint | null;
  now: number;
  /** A coin with one source alone may trade: in the sandbox. */
  mayStandAlone: boolean;
}

export const MAX_AGE_MS = 15_000;

export function assess(evidence: Evidence): Reference | Halt {
  const [lead, ...others] = evidence.observations;
  if (!lead) return 'NO_SOURCE';
  if (!isPrice(lead.price)) return 'NOT_A_PRICE';
  if (!isFresh(lead, evidence.now)) return 'STALE';
  if (others.length === 0) return alone(lead.price, lead, evidence);
  const second = others.find((o): o is Good => o !== null && isPrice(o.price) && isFresh(o, evidence.now));
  if (!second) return 'SECOND_SOURCE_SILENT';
  if (!isInBand(lead.price, second.price)) return 'OUT_OF_BAND';
  return { price: lead.price, change: lead.change, validUntil: Math.min(lead.at, second.at) + MAX_AGE_MS };
}

/** With nobody to confirm it, a jump of more than 20 % is not believed. */
function alone(
  price: bigint,
  { change, at }: Observation,
  { lastGood, mayStandAlone }: Evidence,
): Reference | Halt {
  if (!mayStandAlone) return 'NO_SECOND_SOURCE';
  if (lastGood !== null && distance(price, lastGood) * 5n > lastGood) return 'JUMP';
  return { price, change, validUntil: at + MAX_AGE_MS };
}

type Good = Observation & { price: bigint };

/** Also false for what a faulty source sends past its types: NaN, text, a float. */
const isPrice = (price: unknown): price is bigint => typeof price === 'bigint' && price > 0n;
const isFresh = (o: Observation, now: number): boolean => now - o.at <= MAX_AGE_MS;
/** Within 1.5 % of the second source. */
const isInBand = (price: bigint, second: bigint): boolean => distance(price, second) * 1000n <= second * 15n;
const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);
