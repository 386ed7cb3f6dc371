import { cleanNumberInput, groupThousands } from '@sarraf/domain';
import type { Language } from '../../i18n/language.ts';
import { localDigits } from '../../lib/format/format.ts';

/** The longest whole part the API reads. */
const WHOLE_DIGITS = 18;

export interface Typed {
  /** Plain Latin decimal text for the form: never ends with a point. */
  value: string;
  /** What stands in the field. */
  shown: string;
  caret: number;
}

export interface Keystroke {
  /** The field's text after the browser's own edit, and its caret. */
  text: string;
  caret: number;
  /** The field's text before. */
  before: string;
  /** A key that deletes towards the start or the end; null for anything else. */
  deleting: 'backward' | 'forward' | null;
  decimals: number;
  language: Language;
}

/** A plain decimal text as the field shows it: grouped, in the digits of the language. */
export const shownNumber = (value: string, language: Language): string =>
  localDigits(groupThousands(value), language);

/** What a keystroke makes of a number field, with the caret behind the same digit as before. */
export function typedNumber(stroke: Keystroke): Typed {
  const { decimals, language } = stroke;
  const { text, caret } = throughSeparator(stroke);
  const draft = clean(text, decimals);
  const shown = shownNumber(draft, language);
  const kept = Math.min(clean(text.slice(0, caret), decimals).length, draft.length);
  return { value: draft.replace(/\.$/, ''), shown, caret: caretAfter(shown, kept) };
}

/** A slash is a decimal point on many Persian keyboards. */
function clean(text: string, decimals: number): string {
  const draft = cleanNumberInput(text.replaceAll('/', '.'), decimals);
  const [whole = '', fraction] = draft.split('.');
  const short = whole.slice(0, WHOLE_DIGITS);
  return fraction === undefined ? short : `${short}.${fraction}`;
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
