import { type Coin, parseDecimal, pow10, type Quote } from '@sarraf/domain';
import type { Interval } from './candles.ts';

export { candleStart, type Interval, MARKETS } from './candles.ts';

/** Digits after the point of a reference price: 1 USDT, or 1 Toman, is 100_000_000n. */
export const PRICE_SCALE = 8;
/** 1 USDT, or 1 Toman, as a reference price. */
export const PRICE_UNIT = pow10(PRICE_SCALE);
/** Rials in a Toman, for vendors that speak Rial. */
export const RIALS = 10n;

export interface SourceTick {
  coin: Coin;
  /** For one TETHER in Toman, for one of any other coin in USDT or as `quote` says; scale PRICE_SCALE. null: what came is not a price. */
  price: bigint | null;
  /** TOMAN: the price of a coin other than TETHER in Toman, from a market of its own. */
  quote?: Quote;
  /** Change of 24 hours in hundredths of a percent; null when unknown. */
  change: bigint | null;
  /** When that was so by the vendor's own clock, milliseconds since 1970; unset where it doesn't say. */
  at?: number;
}

/** Where reference prices come from. */
export interface PriceSource {
  readonly name: string;
  /** The coins it is asked for. */
  readonly covers: readonly Coin[];
  /** Pause between two polls, by the vendor's limits. */
  readonly everyMs: number;
  /** One look at all its coins; rejects when the vendor fails or `signal` aborts. Never called twice at once. */
  poll(signal: AbortSignal): Promise<SourceTick[]>;
}

/** A vendor's candle, prices as in SourceTick. */
export interface PastCandle {
  /** When it begins, milliseconds since 1970. */
  time: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
}

export interface PastCandles {
  /** How long each of them is: an interval's length or a whole part of it. */
  lengthMs: number;
  /** In the order they came; whether they are sane is judged by who asked. */
  candles: PastCandle[];
}

/** Where the past of reference prices comes from. */
export interface PriceHistory {
  readonly name: string;
  /** The coins it is asked for. The first source of the list that covers a coin is asked, the others when it can't say. */
  readonly covers: readonly Coin[];
  /** Pause after each request, by the vendor's limits. */
  readonly pauseMs: number;
  /** How long a time it is asked about at once, by the most candles it answers; whole days. */
  readonly pageMs: Readonly<Record<Interval, number>>;
  /** What its prices of TETHER may have to be divided by to be Toman, where vendors' documents leave it open. */
  readonly tomanDivisors?: readonly bigint[];
  /**
   * What begins within [from, to), milliseconds since 1970; none where it knows none.
   * @throws NotListed when it has no such market; VendorFailure when it fails; the signal's reason.
   */
  candles(
    coin: Coin,
    interval: Interval,
    range: { from: number; to: number },
    signal: AbortSignal,
  ): Promise<PastCandles>;
}

/** A vendor that failed, said so, or answered nonsense. */
export class VendorFailure extends Error {
  override readonly name: string = 'VendorFailure';
  /** HTTP status; 0 when the answer itself is wrong. */
  readonly status: number;
  /** For how long the vendor asked not to be asked again; null when it didn't say. */
  readonly retryAfterMs: number | null;
  constructor(vendor: string, status: number, why: string, retryAfterMs: number | null = null) {
    super(`${vendor}: ${why}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The vendor is well, but doesn't have this market. */
export class NotListed extends VendorFailure {
  override readonly name = 'NotListed';
}

const FINEST = 18;

/** A vendor's positive decimal, text or JSON number, at PRICE_SCALE (cut); null for anything else. */
export function readPrice(value: unknown): bigint | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const read = parseDecimal(value, FINEST);
  if (read === null) return null;
  const price = read / pow10(FINEST - PRICE_SCALE);
  return price > 0n ? price : null;
}

/** The middle of the best bid and ask; null when one is missing or they cross. */
export function midOf(bid: unknown, ask: unknown): bigint | null {
  const low = readPrice(bid);
  const high = readPrice(ask);
  return low === null || high === null || low > high ? null : (low + high) / 2n;
}

/** A vendor's signed percentage ("-3.04") or fraction ("-0.0304") in hundredths of a percent, cut; null when it is none. */
export function readChange(value: unknown, form: 'percent' | 'fraction' = 'percent'): bigint | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value);
  const negative = text.startsWith('-');
  const size = parseDecimal(negative || text.startsWith('+') ? text.slice(1) : text, FINEST);
  if (size === null) return null;
  const hundredths = size / pow10(FINEST - (form === 'percent' ? 2 : 4));
  return negative ? -hundredths : hundredths;
}

/** The change from a vendor's price of a day ago to its last, in hundredths of a percent, cut; null when one is none. */
export function readChangeSince(open: unknown, last: unknown): bigint | null {
  const [then, now] = [readPrice(open), readPrice(last)];
  return then === null || now === null ? null : ((now - then) * 10_000n) / then;
}
