import { groupThousands, type NumberReading, readNumberInput, toLatinDigits } from '@sarraf/domain';
import type { Language } from '../../i18n/language.ts';
import { localDigits } from '../../lib/format/format.ts';

/** The longest whole part the API reads. */
const WHOLE_DIGITS = 18;
/** More than any amount has. */
const FINEST = 36;
/** No amount is longer as text; of a pasted page the beginning is enough. */
const MAX_SHOWN = 60;

export interface Typed {
  /** Plain Latin decimal text for the form: never ends with a point. */
  value: string;
  /** What stands in the field. */
  shown: string;
  caret: number;
  /** `shown` is what was typed, not the value grouped by the field. */
  asTyped?: true;
  /** Set where the person must be told how `shown` was read. */
  reading?: Exclude<NumberReading['reading'], 'same'>;
}

export interface Keystroke {
  /** The field's text after the browser's own edit, and its caret. */
  text: string;
  caret: number;
  /** The field's text before. */
  before: string;
  /** `before` is what was typed: its separators are the person's. */
  asTyped?: boolean | undefined;
  /** A key that deletes towards the start or the end; null for anything else. */
  deleting: 'backward' | 'forward' | null;
  decimals: number;
  language: Language;
}

/** A plain decimal text as the field shows it: grouped, in the digits of the language. */
export const shownNumber = (value: string, language: Language): string =>
  localDigits(groupThousands(value), language);

/**
 * What an edit makes of a number field. Digits and a first point are grouped as they come. Any other mark may mean something
 * else to the person than to the field, so the text stays as typed from there on and is read as a whole.
 */
export function typedNumber(stroke: Keystroke): Typed {
  const grouped = groupedBefore(stroke);
  if (grouped === null) return readWhole(stroke, !stroke.asTyped);
  const { text, caret, deleting, decimals } = stroke;
  const added = insertedText(grouped, text, caret);
  if (deleting !== null || added === '' || /^\p{Nd}$/u.test(added)) return regroup(stroke);
  if (/^[./٫]$/.test(added) && decimals > 0 && !/[.٫]/.test(grouped)) return regroup(stroke);
  // A key that belongs to no number does nothing.
  if (/^(?![eE\u2212])[\p{L}\p{S}\p{Cf}]$/u.test(added))
    return regroup({ ...stroke, text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 });
  // Where there are decimals, a comma beside the field's own would be taken for one of them.
  return readWhole(decimals > 0 ? withoutSeparators(stroke, added) : stroke, added.length > 1);
}

/** The text that the field had grouped itself before this edit; null: the text is all the person's. */
function groupedBefore({ text, caret, before, asTyped, language }: Keystroke): string | null {
  const isGrouped = (candidate: string) => candidate === shownNumber(clean(candidate, FINEST), language);
  if (asTyped) return null;
  if (before !== text && isGrouped(before)) return before;
  const withoutTyped = text.slice(0, Math.max(caret - 1, 0)) + text.slice(caret);
  return isGrouped(withoutTyped) ? withoutTyped : null;
}

/** What an edit put before the caret. */
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

/** `pasted`: separators in it are finished; of what is typed the next digit may give them another meaning. */
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

/** The value grouped anew, with the caret behind the same digit as before. */
function regroup(stroke: Keystroke): Typed {
  const { decimals, language } = stroke;
  const { text, caret } = throughSeparator(stroke);
  const draft = clean(text, decimals);
  const shown = shownNumber(draft, language);
  const kept = Math.min(clean(text.slice(0, caret), decimals).length, draft.length);
  return { value: draft.replace(/\.$/, ''), shown, caret: caretAfter(shown, kept) };
}

/** Of a text whose separators are the field's own. A slash is a decimal point on many Persian keyboards. */
function clean(text: string, decimals: number): string {
  const plain = toLatinDigits(text)
    .replaceAll('/', '.')
    .replace(/[^\d.]/g, '');
  const [digits = '', ...fractions] = plain.split('.');
  const whole = digits.replace(/^0+(?=\d)/, '').slice(0, WHOLE_DIGITS);
  if (fractions.length === 0 || decimals === 0) return whole;
  return `${whole || '0'}.${fractions.join('').slice(0, decimals)}`;
}

/** Deleting a separator deletes the digit behind it, or the separator would come back for ever. */
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

/** The place behind the n-th digit or point of a shown number. */
function caretAfter(shown: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let i = 0; i < shown.length; i += 1) {
    if (shown[i] !== ',' && shown[i] !== '٬') seen += 1;
    if (seen === digits) return i + 1;
  }
  return shown.length;
}
