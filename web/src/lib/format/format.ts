import { groupThousands, isAsset, toPersianDigits } from '@sarraf/domain';
import type { Language } from '../../i18n/language.ts';
import { shownDecimals } from '../market/coins.ts';

/** Pure formatting of numbers and times for display. Amounts are decimal texts and are never converted to floats. */

const MINUS = '−';

/** Converts digits and separators to those of the language: 1,234.5 → ۱٬۲۳۴٫۵. The text must have Latin digits. */
export function localDigits(text: string, language: Language): string {
  if (language === 'en') return text;
  return toPersianDigits(text.replaceAll(',', '٬').replace(/\.(?=\d|$)/g, '٫'));
}

/** Truncates to `decimals` digits (never rounds up) and drops trailing zeros beyond `atLeast`. */
export function cutDecimals(text: string, decimals: number, atLeast = 0): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, decimals).replace(/0+$/, '').padEnd(Math.min(atLeast, decimals), '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** Formats a decimal text with grouping in the digits of the language; a minus sign comes first. */
export function localNumber(text: string, language: Language, decimals = 18, atLeast = 0): string {
  const negative = text.startsWith('-');
  const plain = cutDecimals(negative ? text.slice(1) : text, decimals, atLeast);
  const shown = localDigits(groupThousands(plain), language);
  return negative && /[1-9]/.test(plain) ? `${MINUS}${shown}` : shown;
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
  const shown = decimals ?? (isAsset(asset) ? shownDecimals(asset) : 8);
  const vanishes = decimals === undefined && /[1-9]/.test(text) && !/[1-9]/.test(cutDecimals(text, shown));
  return localNumber(text, language, vanishes ? 18 : shown, atLeast);
}

/** Formats a percentage with at most two decimals: "-1.25" → "−۱٫۲۵٪", "+2.4%". Set it in a left-to-right isolate. */
export function localPercent(text: string, language: Language, signed = true, atLeast = 0): string {
  const sign = signOf(text);
  const size = localNumber(text.replace(/^[+-]/, ''), language, 2, atLeast);
  const mark = sign < 0 ? MINUS : sign > 0 && signed ? '+' : '';
  return `${mark}${size}${language === 'fa' ? '٪' : '%'}`;
}

/** Returns −1, 0 or 1: the sign of the number as displayed with two decimals. */
export function signOf(text: string): -1 | 0 | 1 {
  const shown = cutDecimals(text.replace(/^[+-]/, ''), 2);
  if (!/[1-9]/.test(shown)) return 0;
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
export function compact(
  text: string,
  rounding: 'down' | 'up' = 'down',
): { number: string; unit: CompactUnit | null } {
  const [whole = '0', fraction = ''] = text.split('.');
  const units = BigInt(whole === '' ? '0' : whole) + (rounding === 'up' && /[1-9]/.test(fraction) ? 1n : 0n);
  for (const [unit, digits] of COMPACT_UNITS) {
    const size = 10n ** BigInt(digits);
    if (units < size) continue;
    const step = units < 10n * size ? size / 100n : size / 10n;
    const kept = (rounding === 'up' ? (units + step - 1n) / step : units / step) * step;
    // Rounding up to a thousand moves to the next unit.
    if (kept === 1000n * size && unit !== 'trillion') return compact(String(kept));
    const rest = String(kept % size).padStart(digits, '0');
    return { number: cutDecimals(`${kept / size}.${rest}`, 2), unit };
  }
  return { number: String(units), unit: null };
}

const ZONE = 'Asia/Tehran';
const shapes = new Map<string, Intl.DateTimeFormat>();

function parts(iso: string, language: Language): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  const locale = language === 'fa' ? 'fa-IR-u-ca-persian-nu-arabext' : 'en-CA-u-ca-gregory-nu-latn';
  let shape = shapes.get(locale);
  if (!shape) {
    shape = new Intl.DateTimeFormat(locale, {
      timeZone: ZONE,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    shapes.set(locale, shape);
  }
  return Object.fromEntries(shape.formatToParts(new Date(iso)).map((part) => [part.type, part.value]));
}

/** Formats the date in Tehran, Jalali in Persian and Gregorian in English: ۱۴۰۵/۰۸/۲۹. */
export function localDate(iso: string, language: Language): string {
  const { year, month, day } = parts(iso, language);
  return `${year}/${month}/${day}`;
}

export function localTime(iso: string, language: Language, seconds = false): string {
  const { hour, minute, second } = parts(iso, language);
  return seconds ? `${hour}:${minute}:${second}` : `${hour}:${minute}`;
}
