import { ASSETS, type Asset, scaleOf } from './assets.ts';
import { toLatinDigits } from './digits.ts';
import { AppError } from './errors.ts';

declare const smallestUnit: unique symbol;
/** An amount in the smallest unit of its asset: 1 BTC is 100_000_000n. */
export type Amount = bigint & { readonly [smallestUnit]: true };

/** Direction of rounding a division with a remainder. */
export type Rounding = 'down' | 'up';

export const amountOf = (units: bigint): Amount => units as Amount;
export const ZERO = amountOf(0n);

/** Returns a × b ÷ d for non-negative integers. */
export function mulDiv(a: bigint, b: bigint, d: bigint, rounding: Rounding): Amount {
  const product = a * b;
  const quotient = product / d;
  return amountOf(rounding === 'up' && quotient * d !== product ? quotient + 1n : quotient);
}

export const pow10 = (n: number): bigint => POWERS[n] ?? 10n ** BigInt(n);
const POWERS = Array.from({ length: 40 }, (_, n) => 10n ** BigInt(n));

const DECIMAL_PATTERN = /^(\d{1,18})(?:\.(\d{1,18}))?$/;
/** A double keeps at most 15 digits of a JSON number; more may already be wrong on arrival. */
const EXACT_DIGITS = 15;

/**
 * Parses a positive amount of a request: decimal text, or a JSON number that a double represents exactly.
 * UNACCEPTABLE_AMOUNT: not a positive plain decimal of up to 18 + 18 digits, or finer than the smallest unit.
 */
export function parseAmount(value: string | number, asset: Asset): Amount {
  const amount = parseDecimal(value, scaleOf(asset));
  if (amount === null || amount <= 0n) throw new AppError('UNACCEPTABLE_AMOUNT');
  return amount;
}

/** The same, returning null if it is not a plain non-negative decimal with at most `scale` decimals. */
export function parseDecimal(value: string | number, scale: number): Amount | null {
  const text = typeof value === 'number' ? formatNumber(value) : toLatinDigits(value);
  const match = text === null ? null : DECIMAL_PATTERN.exec(text);
  if (!match) return null;
  const [, whole = '0', fraction = ''] = match;
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > scale) return null;
  return amountOf(BigInt(whole) * pow10(scale) + BigInt(digits.padEnd(scale, '0') || '0'));
}

/**
 * Parses a decimal that is known to be valid (settings, seeds, providers after their own parsing). Throws on
 * anything else.
 */
export function parseTrustedDecimal(text: string, scale: number): Amount {
  const amount = parseDecimal(text, scale);
  if (amount === null) throw new Error(`not a decimal of scale ${scale}: ${text}`);
  return amount;
}

/** Returns the decimal text of an amount, with at least `minDecimals` decimals and never fewer than needed. */
export function formatDecimal(amount: bigint, scale: number, minDecimals = 0): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  const minLength = point + Math.min(minDecimals, scale);
  let end = digits.length;
  while (end > minLength && digits[end - 1] === '0') end -= 1;
  const whole = sign + digits.slice(0, point);
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`;
}

/**
 * Formats an amount for the API: 150000n of BITCOIN → "0.00150000"; Toman and Tether have 2 decimals or fewer if
 * whole.
 */
export function formatAmount(amount: bigint, asset: Asset): string {
  return formatDecimal(amount, scaleOf(asset), asset === 'TOMAN' ? 0 : ASSETS[asset].decimals);
}

/** Whether the amount has at most the digits of an order amount: 0.001 BTC yes, 1.5 DOGE no. */
export function hasOrderPrecision(amount: bigint, asset: Asset): boolean {
  const { scale, decimals } = ASSETS[asset];
  return amount % pow10(scale - decimals) === 0n;
}

/** Truncates to the digits of an order amount. */
export function truncateToOrderPrecision(amount: bigint, asset: Asset): Amount {
  const { scale, decimals } = ASSETS[asset];
  return amountOf(amount - (amount % pow10(scale - decimals)));
}

function formatNumber(value: number): string | null {
  if (!Number.isFinite(value) || value < 0 || Object.is(value, -0)) return null;
  const text = expandExponent(String(value));
  const significant = text.replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
  return significant.length > EXACT_DIGITS ? null : text;
}

/** "1.5e-7" → "0.00000015". */
function expandExponent(text: string): string {
  const match = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, head = '', tail = '', exponent = '0'] = match;
  const shift = Number.parseInt(exponent, 10);
  const digits = head + tail;
  if (shift < 0) return `0.${'0'.repeat(-shift - 1)}${digits}`;
  return digits.padEnd(shift + 1, '0');
}
