/**
 * Text, or a number of our own making as plain decimal text, which is written as it is: a loss begins with a minus. An
 * amount of Toman says so: a spreadsheet shows it whole, CSV has all of its digits.
 */
export type Cell = string | { number: string; toman?: boolean };

/** RFC 4180 with the byte order mark that Excel needs to read Persian. */
export const csv = (rows: readonly (readonly Cell[])[]): string => `\uFEFF${csvLines(rows)}`;

/** Further rows of the same file. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');

function written(cell: Cell): string {
  if (typeof cell !== 'string') return cell.number;
  const safe = escapeFormula(cell);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What begins like a formula, also behind blanks, marks that nobody sees, or in full-width characters. */
const FORMULA = /^(?:[\t\r]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u;
/** The same behind what parts cells where a list is written with semicolons or tabs: quotes don't hold there. */
const FORMULA_WITHIN = /[;\t\r\n][\s\p{Cf}]*(?=[=+\-@＝＋－＠])/gu;
/** Cards, tracking codes and order numbers that a spreadsheet rounds, cuts the zeros of, or takes for a date. */
const IDENTIFIER = new RegExp(
  String.raw`^\s*(?:0\d+|\d{12,}|\d+(?:\.\d+)?e[+-]?\d+|\d{1,4}[-/]\d{1,4}|${dates()})\s*$`,
  'i',
);

/** 10-5-2, 12:30, MAR1, 2-Oct: a day or an hour to a spreadsheet. Days of ours begin with four digits. */
function dates(): string {
  const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
  return String.raw`\d{1,2}[-/]\d{1,2}[-/]\d{1,4}|\d{1,2}:\d{2}(?::\d{2})?|${month}[-/ ]?\d{1,4}|\d{1,2}[-/ ]?${month}`;
}

/** Keeps a text what it is when a spreadsheet opens it, whoever typed it: a quote mark says that it is text. */
export function escapeFormula(text: string): string {
  const safe = text.replace(FORMULA_WITHIN, "$&'");
  return FORMULA.test(safe) || IDENTIFIER.test(safe) ? `'${safe}` : safe;
}
