import { groupThousands, isAsset, toPersianDigits } from '@sarraf/domain';
import type { Language } from '../../i18n/language.ts';
import { shownDecimals } from '../market/coins.ts';

/** Pure shaping of texts and times for people. Amounts come as decimal text and are never turned into floats. */

const MINUS = '−';

/** Digits and separators of the language: 1,234.5 → ۱٬۲۳۴٫۵. The text must be Latin digits. */
export function localDigits(text: string, language: Language): string {
  if (language === 'en') return text;
  return toPersianDigits(text.replaceAll(',', '٬').replace(/\.(?=\d|$)/g, '٫'));
}

/** Cuts (never rounds up) to `decimals` digits and drops zeros at the end beyond `atLeast`. */
export function cutDecimals(text: string, decimals: number, atLeast = 0): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, decimals).replace(/0+$/, '').padEnd(Math.min(atLeast, decimals), '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** A decimal text grouped and in the digits of the language; a minus sign stands in front. */
export function localNumber(text: string, language: Language, decimals = 18, atLeast = 0): string {
  const negative = text.startsWith('-');
  const plain = cutDecimals(negative ? text.slice(1) : text, decimals, atLeast);
  const shown = localDigits(groupThousands(plain), language);
  return negative && /[1-9]/.test(plain) ? `${MINUS}${shown}` : shown;
}

/**
 * An amount with the digits that people see of its asset, or with `decimals` of them; at least `atLeast`. Where those that
 * people see would make something look like nothing, all are shown. Toman is whole whatever is asked for: nobody pays or
 * gets a part of one.
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

/** "-1.25" → "−۱٫۲۵٪", "+2.4%"; at most two decimals. Set it in a left-to-right isolate. */
export function localPercent(text: string, language: Language, signed = true, atLeast = 0): string {
  const sign = signOf(text);
  const size = localNumber(text.replace(/^[+-]/, ''), language, 2, atLeast);
  const mark = sign < 0 ? MINUS : sign > 0 && signed ? '+' : '';
  return `${mark}${size}${language === 'fa' ? '٪' : '%'}`;
}

/** −1, 0 or 1, as shown with two decimals. */
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
 * 96,000,000,000,000 → 96 trillion; below a million the whole number stands. Two decimals below ten, one above, so that
 * what is left out is less than a hundredth. It is cut unless `up`: what is missing must not be said to be less.
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
    // Rounded up to a thousand, it is one of the next unit.
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

/** Jalali in Persian, Gregorian in English, always Tehran's day: ۱۴۰۵/۰۸/۲۹. */
export function localDate(iso: string, language: Language): string {
  const { year, month, day } = parts(iso, language);
  return `${year}/${month}/${day}`;
}

export function localTime(iso: string, language: Language, seconds = false): string {
  const { hour, minute, second } = parts(iso, language);
  return seconds ? `${hour}:${minute}:${second}` : `${hour}:${minute}`;
}
