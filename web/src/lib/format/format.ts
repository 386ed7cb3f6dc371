import { groupThousands, isAsset, toPersianDigits } from '@sarraf/domain';
import type { Language } from '../../framework/i18n/language.ts';
import { getDisplayDecimals } from '../market/coins.ts';

/** Pure formatting of numbers and times for display. Amounts are decimal texts and are never converted to floats. */

const MINUS = '−';

/** Converts digits and separators to those of the language: 1,234.5 → ۱٬۲۳۴٫۵. The text must have Latin digits. */
export function localDigits(text: string, language: Language): string {
  if (language === 'en') return text;
  return toPersianDigits(text.replaceAll(',', '٬').replace(/\.(?=\d|$)/g, '٫'));
}

/** Truncates to `decimals` digits (never rounds up) and drops trailing zeros beyond `atLeast`. */
export function truncateDecimals(text: string, decimals: number, minDecimals = 0): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const keptFraction = fraction
    .slice(0, decimals)
    .replace(/0+$/, '')
    .padEnd(Math.min(minDecimals, decimals), '0');
  return keptFraction === '' ? whole : `${whole}.${keptFraction}`;
}

/** Formats a decimal text with grouping in the digits of the language; a minus sign comes first. */
export function localNumber(text: string, language: Language, decimals = 18, minDecimals = 0): string {
  const negative = text.startsWith('-');
  const plain = truncateDecimals(negative ? text.slice(1) : text, decimals, minDecimals);
  const formatted = localDigits(groupThousands(plain), language);
  return negative && /[1-9]/.test(plain) ? `${MINUS}${formatted}` : formatted;
}

/**
 * Formats an amount with its asset's display decimals, or with `decimals`; at least `atLeast`. Where the display
 * decimals would show a positive amount as zero, all digits are shown. Toman is always whole: no fraction of one is
 * ever paid.
 */
export function localAmount(
  text: string,
  asset: string,
  language: Language,
  { decimals, atLeast }: { decimals?: number | undefined; atLeast?: number | undefined } = {},
): string {
  if (asset === 'TOMAN') return localNumber(text, language, 0);
  const displayDecimals = decimals ?? (isAsset(asset) ? getDisplayDecimals(asset) : 8);
  const showsZero =
    decimals === undefined && /[1-9]/.test(text) && !/[1-9]/.test(truncateDecimals(text, displayDecimals));
  return localNumber(text, language, showsZero ? 18 : displayDecimals, atLeast);
}

/** Formats a percentage with at most two decimals: "-1.25" → "−۱٫۲۵٪", "+2.4%". Set it in a left-to-right isolate. */
export function localPercent(text: string, language: Language, signed = true, minDecimals = 0): string {
  const sign = displayedSign(text);
  const magnitude = localNumber(text.replace(/^[+-]/, ''), language, 2, minDecimals);
  const mark = sign < 0 ? MINUS : sign > 0 && signed ? '+' : '';
  return `${mark}${magnitude}${language === 'fa' ? '٪' : '%'}`;
}

/** Returns −1, 0 or 1: the sign of the number as displayed with two decimals. */
export function displayedSign(text: string): -1 | 0 | 1 {
  const displayed = truncateDecimals(text.replace(/^[+-]/, ''), 2);
  if (!/[1-9]/.test(displayed)) return 0;
  return text.startsWith('-') ? -1 : 1;
}

export type CompactUnit = 'million' | 'billion' | 'trillion';

const COMPACT_UNITS = [
  ['trillion', 12],
  ['billion', 9],
  ['million', 6],
] as const;

/**
 * Abbreviates: 96,000,000,000,000 → 96 trillion; whole numbers below a million are unchanged. Two decimals below
 * ten, one above, so that the error is below a hundredth. Truncates unless `up`, which is for missing amounts: they
 * must not be understated.
 */
export function abbreviateNumber(
  text: string,
  rounding: 'down' | 'up' = 'down',
): { number: string; unit: CompactUnit | null } {
  const [whole = '0', fraction = ''] = text.split('.');
  const units = BigInt(whole === '' ? '0' : whole) + (rounding === 'up' && /[1-9]/.test(fraction) ? 1n : 0n);
  for (const [unit, digits] of COMPACT_UNITS) {
    const unitSize = 10n ** BigInt(digits);
    if (units < unitSize) continue;
    const step = units < 10n * unitSize ? unitSize / 100n : unitSize / 10n;
    const rounded = (rounding === 'up' ? (units + step - 1n) / step : units / step) * step;
    // Rounding up to a thousand moves to the next unit.
    if (rounded === 1000n * unitSize && unit !== 'trillion') return abbreviateNumber(String(rounded));
    const fractionDigits = String(rounded % unitSize).padStart(digits, '0');
    return { number: truncateDecimals(`${rounded / unitSize}.${fractionDigits}`, 2), unit };
  }
  return { number: String(units), unit: null };
}

const ZONE = 'Asia/Tehran';
const formatters = new Map<string, Intl.DateTimeFormat>();

function toDateParts(iso: string, language: Language): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  const locale = language === 'fa' ? 'fa-IR-u-ca-persian-nu-arabext' : 'en-CA-u-ca-gregory-nu-latn';
  let formatter = formatters.get(locale);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, {
      timeZone: ZONE,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(locale, formatter);
  }
  return Object.fromEntries(formatter.formatToParts(new Date(iso)).map((part) => [part.type, part.value]));
}

/** Formats the date in Tehran, Jalali in Persian and Gregorian in English: ۱۴۰۵/۰۸/۲۹. */
export function localDate(iso: string, language: Language): string {
  const { year, month, day } = toDateParts(iso, language);
  return `${year}/${month}/${day}`;
}

export function localTime(iso: string, language: Language, seconds = false): string {
  const { hour, minute, second } = toDateParts(iso, language);
  return seconds ? `${hour}:${minute}:${second}` : `${hour}:${minute}`;
}
