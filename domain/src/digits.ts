const PERSIAN_ZERO = 0x06f0;

/** Every decimal digit of Unicode as 0–9. The ten digits of a script stand together, from zero to nine. */
export const foldDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });

/** The digits of every script (Persian, Arabic, full-width, …) become 0–9; ٫ becomes a point, ٬ and ، a comma. Other text stays. */
export const toLatinDigits = (text: string): string =>
  foldDigits(text).replaceAll('٫', '.').replace(/[٬،]/g, ',');

export function toPersianDigits(text: string): string {
  return text.replace(/[0-9]/g, (ch) => String.fromCharCode(PERSIAN_ZERO + ch.charCodeAt(0) - 0x30));
}

/**
 * How a text in a number field was read. `same`: nobody reads it otherwise. `different`: the value isn't what stands there, or a
 * comma was read one of two ways; show both. `minus`, `unreadable`: refused, the value is ''.
 */
export interface NumberReading {
  value: string;
  reading: 'same' | 'different' | 'minus' | 'unreadable';
}

/** The longest whole part that the API reads. */
const MAX_WHOLE_DIGITS = 18;
const UNREADABLE: NumberReading = { value: '', reading: 'unreadable' };

/**
 * Reads what a person typed or pasted into a number field as a plain decimal text (requirements §5.11): any digits, words and
 * units around the number stripped, a double point collapsed, decimals limited. A comma that can't be a thousands mark is a decimal
 * point; points are thousands marks where there are several and no decimals. '' when nothing is left.
 */
export function readNumberInput(text: string, decimals = 8): NumberReading {
  // A fraction or an exponent in one character would become digits of its own.
  if (/[\p{No}\p{Nl}]/u.test(text)) return UNREADABLE;
  const plain = toLatinDigits(text.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    // A slash is the decimal point of many Persian keyboards.
    .replaceAll('/', '.')
    .replace(/([.,])\1+/g, '$1');
  const [, before = '', lead = '', body = '', tail = '', after = ''] =
    /^([^\d]*?)([.,]?)(\d(?:.*\d)?)([.,]?)(\D*)$/s.exec(plain) ?? [];
  if (body === '') return readWithoutDigits(plain, decimals);
  if (before.includes('-') || /^\s*-/.test(after) || (before.endsWith('(') && after.startsWith(')')))
    return { value: '', reading: 'minus' };
  // The point of "Rs.500" belongs to the word.
  if (lead !== '' && /\p{L}$/u.test(before)) return UNREADABLE;
  const parts = splitNumber(lead + body + tail, decimals);
  if (parts === null) return UNREADABLE;
  const { whole, fraction, exponent } = shiftPoint(parts);
  if (whole.length > MAX_WHOLE_DIGITS) return UNREADABLE;
  const value = fraction === null || decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`;
  const cut = /[1-9]/.test(fraction?.slice(decimals) ?? '');
  const worded = /[^\s+]/.test(before) || /\S/.test(after);
  // ٬ is never a decimal point where it parts thousands; a comma may be.
  const unsure = parts.unsure && !(parts.fraction === null && text.includes('٬'));
  const different = cut || worded || exponent !== 0 || unsure;
  return { value, reading: different ? 'different' : 'same' };
}

/** The value alone: '' where the reading is refused. */
export const cleanNumberInput = (text: string, decimals = 8): string => readNumberInput(text, decimals).value;

function readWithoutDigits(plain: string, decimals: number): NumberReading {
  const typed = plain.trim();
  if (typed.startsWith('-')) return { value: '', reading: 'minus' };
  if (typed === '.' || typed === ',') return { value: decimals === 0 ? '' : '0.', reading: 'same' };
  return { value: '', reading: typed === '' ? 'same' : 'unreadable' };
}

interface NumberParts {
  /** Without leading zeros. */
  whole: string;
  /** Null: there is no point. '' after a point that waits for its digits. */
  fraction: string | null;
  exponent: number;
  /** The marks could be meant otherwise. */
  unsure: boolean;
}

const partsOf = (whole: string, fraction: string | null, unsure = false): NumberParts => ({
  whole: whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0',
  fraction,
  exponent: 0,
  unsure,
});

/** Thousands in groups of three, by one mark or blanks: 1,234,567. */
const isGrouped = (text: string, mark: string): boolean =>
  new RegExp(`^[1-9]\\d{0,2}(?:\\${mark}\\d{3})+$`).test(text);

/** Tells decimal point and thousands marks apart; null: they can't be. */
function splitNumber(number: string, decimals: number): NumberParts | null {
  const [, mantissa = number, exponent] = /^(.*[\d.,])\s?e([+-]?\d{1,3})$/is.exec(number) ?? [];
  if (exponent !== undefined) {
    const parts = splitNumber(mantissa, Number.POSITIVE_INFINITY);
    return parts && { ...parts, exponent: Number.parseInt(exponent, 10) };
  }
  const marked = number.replace(/['’`ʼ′\s]+/g, ' ');
  if (/[^\d., ]/.test(marked)) return null;
  const points = marked.split('.').length - 1;
  const commas = marked.split(',').length - 1;
  const last = Math.max(marked.lastIndexOf('.'), marked.lastIndexOf(','));
  const [head, rest] = last < 0 ? [marked, null] : [marked.slice(0, last), marked.slice(last + 1)];
  const isOneNumber = (whole: string, mark: string) => /^\d*$/.test(whole) || isGrouped(whole, mark);
  if (rest?.includes(' ')) return null;
  if (points + commas <= 1 && marked.includes(' ')) {
    return isGrouped(head, ' ') ? partsOf(head, rest) : null;
  }
  if (points > 0 && commas > 0) {
    const [decimal, thousands] = marked[last] === '.' ? [points, ','] : [commas, '.'];
    return decimal === 1 && isOneNumber(head, thousands) ? partsOf(head, rest) : null;
  }
  return commas > 0 ? splitCommas(marked, commas, decimals) : splitPoints(marked, points, decimals);
}

function splitCommas(text: string, commas: number, decimals: number): NumberParts | null {
  if (isGrouped(text, ',')) return partsOf(text, null, commas === 1 && decimals > 0);
  const [whole = '', fraction = ''] = text.split(',');
  if (commas === 1) return partsOf(whole, fraction, fraction !== '');
  // The mark that was typed last still waits for its digits.
  return text.endsWith(',') && isGrouped(text.slice(0, -1), ',') ? partsOf(text, null) : null;
}

function splitPoints(text: string, points: number, decimals: number): NumberParts | null {
  const grouped = isGrouped(text.replace(/\.$/, ''), '.');
  if (points === 0) return partsOf(text, null);
  if (points === 1 || (text.endsWith('.') && points === 2 && !grouped)) {
    const [whole = '', fraction = ''] = text.split('.');
    // Without decimals 1.500 is as likely fifteen hundred as one and a half.
    return decimals === 0 && grouped && !text.endsWith('.') ? null : partsOf(whole, fraction);
  }
  if (grouped) return decimals === 0 ? partsOf(text, null) : null;
  const [whole = '', ...fractions] = text.split('.');
  if (decimals === 0 || fractions.some((part) => part.length > 2)) return null;
  return partsOf(whole, fractions.join(''), true);
}

/** Below 1e-6 a number written with an exponent is nothing (requirements §5.11). */
function shiftPoint({ whole, fraction, exponent }: NumberParts): Omit<NumberParts, 'unsure'> {
  if (exponent === 0) return { whole, fraction, exponent };
  const digits = whole + (fraction ?? '');
  const point = whole.length + exponent;
  const moved =
    point > 0
      ? { whole: digits.slice(0, point).padEnd(point, '0'), fraction: digits.slice(point) }
      : { whole: '0', fraction: digits.padStart(digits.length - point, '0') };
  const plain = moved.whole.replace(/^0+(?=\d)/, '');
  const tiny = plain === '0' && /^0{6}/.test(moved.fraction.padEnd(6, '0'));
  return { whole: plain, fraction: tiny || moved.fraction === '' ? null : moved.fraction, exponent };
}

/** Thousands separators in the whole part of a plain decimal text: "1234567.5" → "1,234,567.5". */
export function groupThousands(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
