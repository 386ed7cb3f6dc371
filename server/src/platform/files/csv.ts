/**
 * A text, or a number that we formatted as plain decimal text, which is written unchanged: a loss begins with a
 * minus. Amounts of Toman are marked: a workbook shows them rounded, CSV has all digits.
 */
export type Cell = string | { number: string; toman?: boolean };

/** Returns CSV by RFC 4180 with the byte order mark that Excel needs to read Persian. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string => `\uFEFF${toCsvLines(rows)}`;

/** Returns further rows of the same file. */
export const toCsvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');

function formatCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell.number;
  const safe = escapeFormula(cell);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Texts that begin like a formula, also after blanks, invisible characters, or in full-width characters. */
const FORMULA = /^(?:[\t\r]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u;
/** The same after a separator of lists with semicolons or tabs, where quotes don't help. */
const FORMULA_WITHIN = /[;\t\r\n][\s\p{Cf}]*(?=[=+\-@＝＋－＠])/gu;
/** Cards, tracking codes and order numbers that a spreadsheet would round, strip of zeros, or take for a date. */
const IDENTIFIER = new RegExp(
  String.raw`^\s*(?:0\d+|\d{12,}|\d+(?:\.\d+)?e[+-]?\d+|\d{1,4}[-/]\d{1,4}|${datePattern()})\s*$`,
  'i',
);

/**
 * Matches 10-5-2, 12:30, MAR1, 2-Oct, which a spreadsheet takes for a date or time. Our own dates begin with four
 * digits.
 */
function datePattern(): string {
  const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
  return String.raw`\d{1,2}[-/]\d{1,2}[-/]\d{1,4}|\d{1,2}:\d{2}(?::\d{2})?|${month}[-/ ]?\d{1,4}|\d{1,2}[-/ ]?${month}`;
}

/**
 * Prefixes a quote mark, which makes a spreadsheet treat the cell as text, if it would take user input for
 * something else.
 */
export function escapeFormula(text: string): string {
  const safe = text.replace(FORMULA_WITHIN, "$&'");
  return FORMULA.test(safe) || IDENTIFIER.test(safe) ? `'${safe}` : safe;
}
