import { groupThousands, type NumberReading, readNumberInput, toLatinDigits } from '@sarraf/domain';
import type { Language } from '../../i18n/language.ts';
import { localDigits } from '../../lib/format/format.ts';

/** The longest integer part that the API accepts. */
const WHOLE_DIGITS = 18;
/** More decimals than any asset has. */
const FINEST = 36;
/** No amount is longer as text; a longer paste is cut. */
const MAX_SHOWN = 60;

export interface Typed {
  /** Plain Latin decimal text for the form; never ends with a point. */
  value: string;
  /** The text in the field. */
  shown: string;
  caret: number;
  /** `shown` is the typed text, not the value grouped by the field. */
  asTyped?: true;
  /** Set if the interpretation of `shown` must be displayed. */
  reading?: Exclude<NumberReading['reading'], 'same'>;
}

export interface Keystroke {
  /** The field's text and caret after the browser's own edit. */
  text: string;
  caret: number;
  /** The field's previous text. */
  before: string;
  /** `before` is the typed text: its separators are the person's. */
  asTyped?: boolean | undefined;
  /** Direction of a deleting key; null for any other edit. */
  deleting: 'backward' | 'forward' | null;
  decimals: number;
  language: Language;
}

/** Formats a decimal text for the field: grouped, in the digits of the language. */
export const shownNumber = (value: string, language: Language): string =>
  localDigits(groupThousands(value), language);

/**
 * Processes an edit of a number field. Digits and a first point are grouped immediately. Any other character is
 * ambiguous, so from then on the text stays as typed and is parsed as a whole.
 */
export function typedNumber(stroke: Keystroke): Typed {
  const grouped = groupedBefore(stroke);
  if (grouped === null) return readWhole(stroke, !stroke.asTyped);
  const { text, caret, deleting, decimals } = stroke;
  const added = insertedText(grouped, text, caret);
  if (deleting !== null || added === '' || /^\p{Nd}$/u.test(added)) return regroup(stroke);
  if (/^[./٫]$/.test(added) && decimals > 0 && !/[.٫]/.test(grouped)) return regroup(stroke);
  // Keys that can't be part of a number are ignored.
  if (/^(?![eE\u2212])[\p{L}\p{S}\p{Cf}]$/u.test(added))
    return regroup({ ...stroke, text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 });
  // If decimals are allowed, a typed comma next to the field's own separators would look like one of them.
  return readWhole(decimals > 0 ? withoutSeparators(stroke, added) : stroke, added.length > 1);
}

/** Returns the field's previous text if the field had grouped it; null if it is as typed. */
function groupedBefore({ text, caret, before, asTyped, language }: Keystroke): string | null {
  const isGrouped = (candidate: string) => candidate === shownNumber(clean(candidate, FINEST), language);
  if (asTyped) return null;
  if (before !== text && isGrouped(before)) return before;
  const withoutTyped = text.slice(0, Math.max(caret - 1, 0)) + text.slice(caret);
  return isGrouped(withoutTyped) ? withoutTyped : null;
}

/** Returns the text that an edit inserted before the caret. */
function insertedText(before: string, text: string, caret: number): string {
  const kept = before.endsWith(text.slice(caret)) ? before.length - (text.length - caret) : 0;
  let start = 0;
  while (start < Math.min(caret, kept) && before[start] === text[start]) start += 1;
  return text.slice(start, caret);
}

function withoutSeparators(stroke: Keystroke, added: string): Keystroke {
  const strip = (part: string) => part.replace(/[,٬]/g, '');
  const head = strip(stroke.text.slice(0, stroke.caret - added.length)) + added;
  return { ...stroke, text: head + strip(stroke.text.slice(stroke.caret)), caret: head.length };
}

/** `pasted`: its separators are final; in typed text the next digit may change their meaning. */
function readWhole({ text, caret, decimals, language }: Keystroke, pasted: boolean): Typed {
  const { value: read, reading } = readNumberInput(text, decimals);
  const value = read.replace(/\.$/, '');
  const plain = (decimals > 0 ? /^\d*([./]\d*)?$/ : /^\d*$/).test(toLatinDigits(text));
  if (reading === 'same' && (plain || (pasted && !/[,،٬]\s*$/.test(text)))) {
    const shown = shownNumber(read, language);
    const digits = text.slice(0, caret).match(/\p{Nd}/gu)?.length ?? 0;
    return { value, shown, caret: caret === text.length ? shown.length : caretAfter(shown, digits) };
  }
  const typed: Typed = { value, shown: text.slice(0, MAX_SHOWN), caret, asTyped: true };
  return reading === 'same' ? typed : { ...typed, reading };
}

/** Groups the value again, with the caret behind the same digit. */
function regroup(stroke: Keystroke): Typed {
  const { decimals, language } = stroke;
  const { text, caret } = throughSeparator(stroke);
  const draft = clean(text, decimals);
  const shown = shownNumber(draft, language);
  const kept = Math.min(clean(text.slice(0, caret), decimals).length, draft.length);
  return { value: draft.replace(/\.$/, ''), shown, caret: caretAfter(shown, kept) };
}

/** Cleans a text whose separators are the field's own. A slash is a decimal point on many Persian keyboards. */
function clean(text: string, decimals: number): string {
  const plain = toLatinDigits(text)
    .replaceAll('/', '.')
    .replace(/[^\d.]/g, '');
  const [digits = '', ...fractions] = plain.split('.');
  const whole = digits.replace(/^0+(?=\d)/, '').slice(0, WHOLE_DIGITS);
  if (fractions.length === 0 || decimals === 0) return whole;
  return `${whole || '0'}.${fractions.join('').slice(0, decimals)}`;
}

/** Deletes the digit behind a deleted separator; otherwise the separator would come back every time. */
function throughSeparator({ text, caret, before, deleting, decimals }: Keystroke): {
  text: string;
  caret: number;
} {
  const tookSeparator =
    deleting !== null &&
    before.length === text.length + 1 &&
    clean(before, decimals) === clean(text, decimals);
  if (!tookSeparator) return { text, caret };
  if (deleting === 'forward') return { text: text.slice(0, caret) + text.slice(caret + 1), caret };
  const at = Math.max(caret - 1, 0);
  return { text: text.slice(0, at) + text.slice(caret), caret: at };
}

/** Returns the position behind the n-th digit or point of a displayed number. */
function caretAfter(shown: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let i = 0; i < shown.length; i += 1) {
    if (shown[i] !== ',' && shown[i] !== '٬') seen += 1;
    if (seen === digits) return i + 1;
  }
  return shown.length;
}
