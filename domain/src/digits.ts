const PERSIAN_ZERO = 0x06f0;

/** The digits of every script (Persian, Arabic, full-width, …) become 0–9; ٫ becomes a point, ٬ and ، a comma. Other text stays. */
export function toLatinDigits(text: string): string {
  return text.replace(/(?![0-9])[\p{Nd}٫٬،]/gu, (ch) => {
    if (ch === '٫') return '.';
    if (ch === '٬' || ch === '،') return ',';
    return String(digitValue(ch));
  });
}

/** Unicode keeps the ten digits of a script together, in order, so the value of one is how far into its run it stands. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}

export function toPersianDigits(text: string): string {
  return text.replace(/[0-9]/g, (ch) => String.fromCharCode(PERSIAN_ZERO + ch.charCodeAt(0) - 0x30));
}

/**
 * What a person typed in a number field, as a plain decimal text (specification §5.11): any digits read,
 * junk stripped, a double dot collapsed, decimals limited. Never negative. '' when nothing is left.
 */
export function cleanNumberInput(text: string, decimals = 8): string {
  const plain = toLatinDigits(text).replace(/[^0-9.]/g, '');
  const dot = plain.indexOf('.');
  const whole = (dot < 0 ? plain : plain.slice(0, dot)).replace(/^0+(?=\d)/, '');
  if (dot < 0 || decimals === 0) return whole;
  const fraction = plain
    .slice(dot + 1)
    .replaceAll('.', '')
    .slice(0, decimals);
  return `${whole === '' ? '0' : whole}.${fraction}`;
}

/** Thousands separators in the whole part of a plain decimal text: "1234567.5" → "1,234,567.5". */
export function groupThousands(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
