/**
 * Selects the reference price for trading: the weighted median of the fresh sources that another source confirms,
 * if most of them are close to it. Otherwise the coin is halted, and its last good price is never used instead
 * (fault tests F21, F22). No source has precedence. Decision 123 has the reasons.
 */

import type { PriceHalt } from '@sarraf/domain/contracts';
import { PRICE_UNIT } from './ports.ts';

/** The last price of a coin from a source. */
export interface Observation {
  price: bigint | null;
  change: bigint | null;
  /**
   * When it was valid, milliseconds since 1970: by the vendor's own clock if it states it, else the time of the
   * request.
   */
  at: number;
  /** When the price last changed. */
  movedAt: number;
}

/** A source that covers a coin and isn't switched off for it. */
export interface SourceVote {
  /** null until it has reported. */
  last: Observation | null;
  /** Weight relative to the others: 1 to FULL_WEIGHT. */
  weight: number;
}

export type Halt = PriceHalt;

export interface Reference {
  /** Scale PRICE_SCALE. */
  price: bigint;
  change: bigint | null;
  /** The last moment at which it may be used. */
  validUntil: number;
}

export interface ReferenceEvidence {
  /** Unordered. */
  voices: readonly SourceVote[];
  /** The price last used for this coin. */
  lastGood: bigint | null;
  now: number;
  /** A coin with a single source may trade: in the sandbox. */
  mayStandAlone: boolean;
}

export const MAX_AGE_MS = 15_000;
export const FULL_WEIGHT = 100;
/** A source that has repeated one price for this long may be frozen: it doesn't count against one that moves. */
const FROZEN_MS = 120_000;

export function assessReference({
  voices,
  lastGood,
  now,
  mayStandAlone,
}: ReferenceEvidence): Reference | Halt {
  const reported = voices.flatMap(({ last, weight }) => (last ? [{ ...last, weight }] : []));
  if (reported.length === 0) return 'NO_SOURCE';
  const priced = reported.filter(hasPrice);
  if (priced.length === 0) return 'NOT_A_PRICE';
  const fresh = priced.filter(({ at }) => now - at <= MAX_AGE_MS);
  const [first] = fresh;
  if (!first) return 'STALE';
  if (voices.length === 1) return mayStandAlone ? evaluateSingleSource(first, lastGood) : 'NO_SECOND_SOURCE';
  if (fresh.length === 1) return 'SECOND_SOURCE_SILENT';
  return evaluateSources(fresh, lastGood, now);
}

/** Evaluates a single source: without confirmation, a jump is not accepted. */
const evaluateSingleSource = ({ price, change, at }: ValidVote, lastGood: bigint | null): Reference | Halt =>
  isJump(price, lastGood) ? 'JUMP' : { price, change, validUntil: at + MAX_AGE_MS };

function evaluateSources(fresh: ValidVote[], lastGood: bigint | null, now: number): Reference | Halt {
  const doAllAgree = fresh.every((one) => fresh.every((other) => isInBand(one.price, other.price)));
  const considered = doAllAgree ? fresh : fresh.filter(({ movedAt }) => now - movedAt <= FROZEN_MS);
  // Unconfirmed prices have no vote, so that scattered errors don't outvote two sources that agree.
  const confirmed = considered.filter((one) =>
    considered.some((other) => other !== one && isInBand(one.price, other.price)),
  );
  if (confirmed.length === 0) return 'OUT_OF_BAND';
  const price = computeWeightedMedian(confirmed.map((one) => [one.price, one.weight]));
  const supporting = confirmed.filter((one) => isInBand(one.price, price));
  if (sumWeights(supporting) * 2 <= sumWeights(confirmed)) return 'NO_MAJORITY';
  // Several sources with the same error, such as a factor of ten, look like a market that moved; a source that
  // didn't move reveals them.
  if (isJump(price, lastGood) && fresh.some((one) => lastGood !== null && isInBand(one.price, lastGood)))
    return 'JUMP';
  const changes = supporting.flatMap((one): [bigint, number][] =>
    one.change === null ? [] : [[one.change, one.weight]],
  );
  return {
    price,
    change: changes.length === 0 ? null : computeWeightedMedian(changes),
    validUntil: secondNewestTime(supporting) + MAX_AGE_MS,
  };
}

/**
 * Joins a source's price of a coin in USDT and one in Toman, converted by Tether's reference. They count once: not
 * at all while the two disagree.
 */
export function joinQuotes(
  own: Observation | null,
  toman: Observation | null,
  tether: Reference | Halt,
  now: number,
): Observation | null {
  const isUsable = (one: Observation | null) => one && hasPrice(one) && now - one.at <= MAX_AGE_MS;
  if (!toman || typeof tether === 'string' || !isUsable(toman)) return own;
  const price = ((toman.price as bigint) * PRICE_UNIT) / tether.price;
  // Its change includes Tether's, which isn't the coin's.
  const direct = { ...toman, price, change: null };
  if (!own || !isUsable(own)) return direct;
  return isInBand(own.price as bigint, price) ? own : { ...own, price: null };
}

type ValidVote = Observation & { price: bigint; weight: number };

/**
 * Whether it has a valid price; also false for values of a faulty source that violate their type: NaN, text, a
 * float.
 */
const hasPrice = <T extends Observation>(one: T): one is T & { price: bigint } =>
  typeof one.price === 'bigint' && one.price > 0n;
/** Whether two prices are within 1.5 % of the lower one. */
export const isInBand = (a: bigint, b: bigint): boolean =>
  absoluteDifference(a, b) * 1000n <= (a < b ? a : b) * 15n;
/** Whether a price differs by more than 20 %. */
const isJump = (price: bigint, lastGood: bigint | null): boolean =>
  lastGood !== null && absoluteDifference(price, lastGood) * 5n > lastGood;
const absoluteDifference = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);
const sumWeights = (opinions: readonly ValidVote[]): number =>
  opinions.reduce((sum, one) => sum + one.weight, 0);

/** Returns the weighted median of values with weights; between two, their mean, truncated. */
export function computeWeightedMedian(values: readonly [bigint, number][]): bigint {
  const sorted = values.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const total = sorted.reduce((sum, [, weight]) => sum + weight, 0);
  let below = 0;
  for (const [i, [value, weight]] of sorted.entries()) {
    below += weight;
    if (below * 2 < total) continue;
    const next = sorted[i + 1];
    return below * 2 === total && next ? (value + next[0]) / 2n : value;
  }
  throw new Error('nothing has no median');
}

/** Until then two of them are still valid; what they report by then is evaluated again each second. */
const secondNewestTime = (support: readonly ValidVote[]): number =>
  support.map(({ at }) => at).toSorted((a, b) => b - a)[1] ?? Number.NEGATIVE_INFINITY;
