const PERSIAN_ZERO = 0x06f0;

/** Converts every decimal digit of Unicode to 0–9. The ten digits of a script are consecutive. */
export const foldDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });

/**
 * Converts the digits of every script (Persian, Arabic, full-width, …) to 0–9; ٫ to a point, ٬ and ، to a comma.
 * Other text is unchanged.
 */
export const toLatinDigits = (text: string): string =>
  foldDigits(text).replaceAll('٫', '.').replace(/[٬،]/g, ',');

export function toPersianDigits(text: string): string {
  return text.replace(/[0-9]/g, (ch) => String.fromCharCode(PERSIAN_ZERO + ch.charCodeAt(0) - 0x30));
}

/**
 * Result of parsing a number field. `same`: unambiguous. `different`: the value differs from the text, or a comma
 * was ambiguous; display both. `minus`, `unreadable`: refused, the value is ''.
 */
export interface NumberReading {
  value: string;
  reading: 'same' | 'different' | 'minus' | 'unreadable';
}

/** Maximum whole digits accepted by the API. */
const MAX_WHOLE_DIGITS = 18;
const UNREADABLE_NUMBER: NumberReading = { value: '', reading: 'unreadable' };

/**
 * Parses text typed or pasted into a number field to plain decimal text (requirements §5.11): any digits; words and
 * units around the number are stripped, a double point collapsed, decimals limited. A comma that can't be a
 * thousands separator is a decimal point; several points without decimals are thousands separators. '' if nothing
 * is left.
 */
export function parseNumberInput(text: string, decimals = 8): NumberReading {
  // A single character for a fraction or exponent would be converted to separate digits.
  if (/[\p{No}\p{Nl}]/u.test(text)) return UNREADABLE_NUMBER;
  const plain = toLatinDigits(text.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    // Many Persian keyboards have a slash as decimal point.
    .replaceAll('/', '.')
    .replace(/([.,])\1+/g, '$1');
  const [, before = '', lead = '', body = '', tail = '', after = ''] =
    /^([^\d]*?)([.,]?)(\d(?:.*\d)?)([.,]?)(\D*)$/s.exec(plain) ?? [];
  if (body === '') return parseWithoutDigits(plain, decimals);
  if (before.includes('-') || /^\s*-/.test(after) || (before.endsWith('(') && after.startsWith(')')))
    return { value: '', reading: 'minus' };
  // The point of "Rs.500" belongs to the word.
  if (lead !== '' && /\p{L}$/u.test(before)) return UNREADABLE_NUMBER;
  const parts = parseNumberParts(lead + body + tail, decimals);
  if (parts === null) return UNREADABLE_NUMBER;
  const { whole, fraction, exponent } = applyExponent(parts);
  if (whole.length > MAX_WHOLE_DIGITS) return UNREADABLE_NUMBER;
  const value = fraction === null || decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`;
  const isTruncated = /[1-9]/.test(fraction?.slice(decimals) ?? '');
  const hasWords = /[^\s+]/.test(before) || /\S/.test(after);
  // ٬ as a thousands separator is unambiguous; a comma isn't.
  const isAmbiguous = parts.unsure && !(parts.fraction === null && text.includes('٬'));
  const isDifferent = isTruncated || hasWords || exponent !== 0 || isAmbiguous;
  return { value, reading: isDifferent ? 'different' : 'same' };
}

/** Returns the value alone: '' if it is refused. */
export const parseNumberInputValue = (text: string, decimals = 8): string =>
  parseNumberInput(text, decimals).value;

function parseWithoutDigits(plain: string, decimals: number): NumberReading {
  const typed = plain.trim();
  if (typed.startsWith('-')) return { value: '', reading: 'minus' };
  if (typed === '.' || typed === ',') return { value: decimals === 0 ? '' : '0.', reading: 'same' };
  return { value: '', reading: typed === '' ? 'same' : 'unreadable' };
}

interface NumberParts {
  /** Without leading zeros. */
  whole: string;
  /** Null: no point. '' after a point without digits yet. */
  fraction: string | null;
  exponent: number;
  /** The separators are ambiguous. */
  unsure: boolean;
}

const createNumberParts = (whole: string, fraction: string | null, isAmbiguous = false): NumberParts => ({
  whole: whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0',
  fraction,
  exponent: 0,
  unsure: isAmbiguous,
});

/** Whether the text has thousands in groups of three, by one separator or blanks: 1,234,567. */
const isGrouped = (text: string, separator: string): boolean =>
  new RegExp(`^[1-9]\\d{0,2}(?:\\${separator}\\d{3})+$`).test(text);

/** Distinguishes decimal point and thousands separators; null: impossible. */
function parseNumberParts(number: string, decimals: number): NumberParts | null {
  const [, mantissa = number, exponent] = /^(.*[\d.,])\s?e([+-]?\d{1,3})$/is.exec(number) ?? [];
  if (exponent !== undefined) {
    const parts = parseNumberParts(mantissa, Number.POSITIVE_INFINITY);
    return parts && { ...parts, exponent: Number.parseInt(exponent, 10) };
  }
  const normalized = number.replace(/['’`ʼ′\s]+/g, ' ');
  if (/[^\d., ]/.test(normalized)) return null;
  const pointCount = normalized.split('.').length - 1;
  const commaCount = normalized.split(',').length - 1;
  const lastSeparatorIndex = Math.max(normalized.lastIndexOf('.'), normalized.lastIndexOf(','));
  const [head, rest] =
    lastSeparatorIndex < 0
      ? [normalized, null]
      : [normalized.slice(0, lastSeparatorIndex), normalized.slice(lastSeparatorIndex + 1)];
  const isWholeNumber = (whole: string, separator: string) =>
    /^\d*$/.test(whole) || isGrouped(whole, separator);
  if (rest?.includes(' ')) return null;
  if (pointCount + commaCount <= 1 && normalized.includes(' ')) {
    return isGrouped(head, ' ') ? createNumberParts(head, rest) : null;
  }
  if (pointCount > 0 && commaCount > 0) {
    const [decimal, thousands] =
      normalized[lastSeparatorIndex] === '.' ? [pointCount, ','] : [commaCount, '.'];
    return decimal === 1 && isWholeNumber(head, thousands) ? createNumberParts(head, rest) : null;
  }
  return commaCount > 0
    ? parseWithCommas(normalized, commaCount, decimals)
    : parseWithPoints(normalized, pointCount, decimals);
}

function parseWithCommas(text: string, commaCount: number, decimals: number): NumberParts | null {
  if (isGrouped(text, ',')) return createNumberParts(text, null, commaCount === 1 && decimals > 0);
  const [whole = '', fraction = ''] = text.split(',');
  if (commaCount === 1) return createNumberParts(whole, fraction, fraction !== '');
  // The separator was typed last and its digits are still to come.
  return text.endsWith(',') && isGrouped(text.slice(0, -1), ',') ? createNumberParts(text, null) : null;
}

function parseWithPoints(text: string, pointCount: number, decimals: number): NumberParts | null {
  const hasGroups = isGrouped(text.replace(/\.$/, ''), '.');
  if (pointCount === 0) return createNumberParts(text, null);
  if (pointCount === 1 || (text.endsWith('.') && pointCount === 2 && !hasGroups)) {
    const [whole = '', fraction = ''] = text.split('.');
    // Without decimals 1.500 is ambiguous.
    return decimals === 0 && hasGroups && !text.endsWith('.') ? null : createNumberParts(whole, fraction);
  }
  if (hasGroups) return decimals === 0 ? createNumberParts(text, null) : null;
  const [whole = '', ...fractions] = text.split('.');
  if (decimals === 0 || fractions.some((part) => part.length > 2)) return null;
  return createNumberParts(whole, fractions.join(''), true);
}

/** A number with an exponent below 1e-6 counts as 0 (requirements §5.11). */
function applyExponent({ whole, fraction, exponent }: NumberParts): Omit<NumberParts, 'unsure'> {
  if (exponent === 0) return { whole, fraction, exponent };
  const digits = whole + (fraction ?? '');
  const point = whole.length + exponent;
  const shifted =
    point > 0
      ? { whole: digits.slice(0, point).padEnd(point, '0'), fraction: digits.slice(point) }
      : { whole: '0', fraction: digits.padStart(digits.length - point, '0') };
  const wholeDigits = shifted.whole.replace(/^0+(?=\d)/, '');
  const isTiny = wholeDigits === '0' && /^0{6}/.test(shifted.fraction.padEnd(6, '0'));
  return {
    whole: wholeDigits,
    fraction: isTiny || shifted.fraction === '' ? null : shifted.fraction,
    exponent,
  };
}

/** Adds thousands separators to the whole part of a plain decimal text: "1234567.5" → "1,234,567.5". */
export function groupThousands(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
