import { groupThousands, type NumberReading, parseNumberInput, toLatinDigits } from '@sarraf/domain';
import type { Language } from '../../framework/i18n/language.ts';
import { localDigits } from '../../lib/format/format.ts';

/** The longest integer part that the API accepts. */
const WHOLE_DIGITS = 18;
/** More decimals than any asset has. */
const MAX_DECIMALS = 36;
/** No amount is longer as text; a longer paste is cut. */
const MAX_TEXT_LENGTH = 60;

export interface NumberEdit {
  /** Plain Latin decimal text for the form; never ends with a point. */
  value: string;
  /** The text in the field. */
  displayText: string;
  caret: number;
  /** `displayText` is the typed text, not the value grouped by the field. */
  asTyped?: true;
  /** Set if the interpretation of `displayText` must be displayed. */
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
export const formatInputNumber = (value: string, language: Language): string =>
  localDigits(groupThousands(value), language);

/**
 * Processes an edit of a number field. Digits and a first point are grouped immediately. Any other character is
 * ambiguous, so from then on the text stays as typed and is parsed as a whole.
 */
export function applyKeystroke(stroke: Keystroke): NumberEdit {
  const previousText = getPreviousGroupedText(stroke);
  if (previousText === null) return parseWholeText(stroke, !stroke.asTyped);
  const { text, caret, deleting, decimals } = stroke;
  const inserted = getInsertedText(previousText, text, caret);
  if (deleting !== null || inserted === '' || /^\p{Nd}$/u.test(inserted)) return regroup(stroke);
  if (/^[./٫]$/.test(inserted) && decimals > 0 && !/[.٫]/.test(previousText)) return regroup(stroke);
  // Keys that can't be part of a number are ignored.
  if (/^(?![eE\u2212])[\p{L}\p{S}\p{Cf}]$/u.test(inserted))
    return regroup({ ...stroke, text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 });
  // If decimals are allowed, a typed comma next to the field's own separators would look like one of them.
  return parseWholeText(decimals > 0 ? removeSeparators(stroke, inserted) : stroke, inserted.length > 1);
}

/** Returns the field's previous text if the field had grouped it; null if it is as typed. */
function getPreviousGroupedText({ text, caret, before, asTyped, language }: Keystroke): string | null {
  const isGrouped = (candidate: string) =>
    candidate === formatInputNumber(toPlainDecimal(candidate, MAX_DECIMALS), language);
  if (asTyped) return null;
  if (before !== text && isGrouped(before)) return before;
  const withoutLastCharacter = text.slice(0, Math.max(caret - 1, 0)) + text.slice(caret);
  return isGrouped(withoutLastCharacter) ? withoutLastCharacter : null;
}

/** Returns the text that an edit inserted before the caret. */
function getInsertedText(before: string, text: string, caret: number): string {
  const keptLength = before.endsWith(text.slice(caret)) ? before.length - (text.length - caret) : 0;
  let start = 0;
  while (start < Math.min(caret, keptLength) && before[start] === text[start]) start += 1;
  return text.slice(start, caret);
}

function removeSeparators(stroke: Keystroke, inserted: string): Keystroke {
  const strip = (part: string) => part.replace(/[,٬]/g, '');
  const head = strip(stroke.text.slice(0, stroke.caret - inserted.length)) + inserted;
  return { ...stroke, text: head + strip(stroke.text.slice(stroke.caret)), caret: head.length };
}

/** `pasted`: its separators are final; in typed text the next digit may change their meaning. */
function parseWholeText({ text, caret, decimals, language }: Keystroke, isPasted: boolean): NumberEdit {
  const { value: parsed, reading } = parseNumberInput(text, decimals);
  const value = parsed.replace(/\.$/, '');
  const isPlain = (decimals > 0 ? /^\d*([./]\d*)?$/ : /^\d*$/).test(toLatinDigits(text));
  if (reading === 'same' && (isPlain || (isPasted && !/[,،٬]\s*$/.test(text)))) {
    const formatted = formatInputNumber(parsed, language);
    const digits = text.slice(0, caret).match(/\p{Nd}/gu)?.length ?? 0;
    return {
      value,
      displayText: formatted,
      caret: caret === text.length ? formatted.length : caretAfterDigits(formatted, digits),
    };
  }
  const edit: NumberEdit = { value, displayText: text.slice(0, MAX_TEXT_LENGTH), caret, asTyped: true };
  return reading === 'same' ? edit : { ...edit, reading };
}

/** Groups the value again, with the caret behind the same digit. */
function regroup(stroke: Keystroke): NumberEdit {
  const { decimals, language } = stroke;
  const { text, caret } = deleteThroughSeparator(stroke);
  const draft = toPlainDecimal(text, decimals);
  const formatted = formatInputNumber(draft, language);
  const digitsBeforeCaret = Math.min(toPlainDecimal(text.slice(0, caret), decimals).length, draft.length);
  return {
    value: draft.replace(/\.$/, ''),
    displayText: formatted,
    caret: caretAfterDigits(formatted, digitsBeforeCaret),
  };
}

/** Cleans a text whose separators are the field's own. A slash is a decimal point on many Persian keyboards. */
function toPlainDecimal(text: string, decimals: number): string {
  const plain = toLatinDigits(text)
    .replaceAll('/', '.')
    .replace(/[^\d.]/g, '');
  const [digits = '', ...fractions] = plain.split('.');
  const whole = digits.replace(/^0+(?=\d)/, '').slice(0, WHOLE_DIGITS);
  if (fractions.length === 0 || decimals === 0) return whole;
  return `${whole || '0'}.${fractions.join('').slice(0, decimals)}`;
}

/** Deletes the digit behind a deleted separator; otherwise the separator would come back every time. */
function deleteThroughSeparator({ text, caret, before, deleting, decimals }: Keystroke): {
  text: string;
  caret: number;
} {
  const deletedSeparator =
    deleting !== null &&
    before.length === text.length + 1 &&
    toPlainDecimal(before, decimals) === toPlainDecimal(text, decimals);
  if (!deletedSeparator) return { text, caret };
  if (deleting === 'forward') return { text: text.slice(0, caret) + text.slice(caret + 1), caret };
  const at = Math.max(caret - 1, 0);
  return { text: text.slice(0, at) + text.slice(caret), caret: at };
}

/** Returns the position behind the n-th digit or point of a displayed number. */
function caretAfterDigits(formatted: string, digits: number): number {
  if (digits === 0) return 0;
  let count = 0;
  for (let i = 0; i < formatted.length; i += 1) {
    if (formatted[i] !== ',' && formatted[i] !== '٬') count += 1;
    if (count === digits) return i + 1;
  }
  return formatted.length;
}
