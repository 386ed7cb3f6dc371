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
  const safe = guarded(cell);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What begins like a formula is one to Excel, whoever typed it; a quote mark makes it text. */
export const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
