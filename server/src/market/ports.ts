import { type Coin, parseDecimal, pow10, type Quote } from '@sarraf/domain';
import type { Interval } from './candles.ts';

export { candleStart, type Interval, MARKETS } from './candles.ts';

/** Digits after the point of a reference price: 1 USDT, or 1 Toman, is 100_000_000n. */
export const PRICE_SCALE = 8;
/** 1 USDT, or 1 Toman, as a reference price. */
export const PRICE_UNIT = pow10(PRICE_SCALE);
/** Rials in a Toman, for vendors that speak Rial. */
export const RIALS_PER_TOMAN = 10n;

export interface SourceTick {
  coin: Coin;
  /**
   * For one TETHER in Toman, for one of any other coin in USDT or as `quote` says; scale PRICE_SCALE. null: the
   * value isn't a price.
   */
  price: bigint | null;
  /** TOMAN: the price of a coin other than TETHER in Toman, from its own market. */
  quote?: Quote;
  /** Change of 24 hours in hundredths of a percent; null when unknown. */
  change: bigint | null;
  /** Time by the vendor's own clock, milliseconds since 1970; unset if it doesn't state one. */
  at?: number;
}

/** A source of reference prices. */
export interface PriceSource {
  readonly name: string;
  /** The coins it is polled for. */
  readonly covers: readonly Coin[];
  /** Polling interval, by the vendor's limits. */
  readonly everyMs: number;
  /** Polls all its coins once; rejects when the vendor fails or `signal` aborts. Never called concurrently. */
  poll(signal: AbortSignal): Promise<SourceTick[]>;
}

/** A vendor's candle, prices as in SourceTick. */
export interface PastCandle {
  /** When it starts, milliseconds since 1970. */
  time: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
}

export interface PastCandles {
  /** Length of each candle: an interval's length or a whole part of it. */
  lengthMs: number;
  /** In the vendor's order; the caller checks their plausibility. */
  candles: PastCandle[];
}

/** A source of past reference prices. */
export interface PriceHistory {
  readonly name: string;
  /**
   * The coins it is queried for. The first source of the list that covers a coin is queried, the others when it
   * fails.
   */
  readonly covers: readonly Coin[];
  /** Pause after each request, by the vendor's limits. */
  readonly pauseMs: number;
  /** Time range per request, by the vendor's maximum number of candles; whole days. */
  readonly pageMs: Readonly<Record<Interval, number>>;
  /** Possible divisors of its prices of TETHER to get Toman, where vendors' documents leave the unit open. */
  readonly tomanDivisors?: readonly bigint[];
  /**
   * Returns candles that start within [from, to), milliseconds since 1970; none if it has none.
   * @throws NotListed when it has no such market; VendorFailure when it fails; the signal's reason.
   */
  candles(
    coin: Coin,
    interval: Interval,
    range: { from: number; to: number },
    signal: AbortSignal,
  ): Promise<PastCandles>;
}

/** A vendor that failed, reported an error, or sent an invalid response. */
export class VendorFailure extends Error {
  override readonly name: string = 'VendorFailure';
  /** HTTP status; 0 when the response itself is invalid. */
  readonly status: number;
  /** How long the vendor asked to wait; null when it didn't say. */
  readonly retryAfterMs: number | null;
  constructor(vendor: string, status: number, reason: string, retryAfterMs: number | null = null) {
    super(`${vendor}: ${reason}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The vendor is healthy, but doesn't have this market. */
export class NotListed extends VendorFailure {
  override readonly name = 'NotListed';
}

const MAX_DECIMALS = 18;

/** Parses a vendor's positive decimal, text or JSON number, at PRICE_SCALE (truncated); null for anything else. */
export function parsePrice(value: unknown): bigint | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const parsed = parseDecimal(value, MAX_DECIMALS);
  if (parsed === null) return null;
  const price = parsed / pow10(MAX_DECIMALS - PRICE_SCALE);
  return price > 0n ? price : null;
}

/** Returns the mean of the best bid and ask; null when one is missing or they cross. */
export function computeMid(bid: unknown, ask: unknown): bigint | null {
  const low = parsePrice(bid);
  const high = parsePrice(ask);
  return low === null || high === null || low > high ? null : (low + high) / 2n;
}

/**
 * Parses a vendor's signed percentage ("-3.04") or fraction ("-0.0304") to hundredths of a percent, truncated; null
 * when invalid.
 */
export function parseChange(value: unknown, form: 'percent' | 'fraction' = 'percent'): bigint | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value);
  const isNegative = text.startsWith('-');
  const size = parseDecimal(isNegative || text.startsWith('+') ? text.slice(1) : text, MAX_DECIMALS);
  if (size === null) return null;
  const hundredths = size / pow10(MAX_DECIMALS - (form === 'percent' ? 2 : 4));
  return isNegative ? -hundredths : hundredths;
}

/**
 * Returns the change from a vendor's price of a day ago to its last, in hundredths of a percent, truncated; null
 * when one is invalid.
 */
export function computeChangeSince(open: unknown, last: unknown): bigint | null {
  const [then, now] = [parsePrice(open), parsePrice(last)];
  return then === null || now === null ? null : ((now - then) * 10_000n) / then;
}
