import { cleanPastedValue, parseNumberInput, toLatinDigits } from '@sarraf/domain';

/** A row pasted from a spreadsheet or a CSV file; `line` is the number of its first line. */
export interface PastedRow {
  line: number;
  cells: string[];
}

/**
 * Splits pasted text into rows and cells, without empty lines: by tab, semicolon or comma, detected per line, with
 * CSV's quotes. Cells are trimmed, and stripped of a spreadsheet's text markers: '0012, ="0012".
 */
export function parsePastedRows(text: string): PastedRow[] {
  const rows: PastedRow[] = [];
  let line = 1;
  for (const record of splitRecords(text)) {
    if (record.trim() !== '') rows.push({ line, cells: splitCells(record) });
    line += record.split('\n').length;
  }
  return rows;
}

/** Splits records; line breaks within quotes end none. */
function splitRecords(text: string): string[] {
  const records: string[] = [];
  let open = '';
  for (const part of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    open = open === '' ? part : `${open}\n${part}`;
    if (!isQuoteOpen(open)) {
      records.push(open);
      open = '';
    }
  }
  // An unclosed quote is an ordinary character.
  return open === '' ? records : [...records, ...open.split('\n')];
}

/** A quoted cell, otherwise a cell up to the next separator. */
const CELL_PATTERN = {
  '\t': createCellPattern('\t'),
  ';': createCellPattern(';'),
  ',': createCellPattern(',،'),
};

function createCellPattern(separators: string): RegExp {
  return new RegExp(`\\s*(?:="?|)"((?:[^"]|"")*)"\\s*(?=[${separators}]|$)|[^${separators}]*`, 'y');
}

function splitCells(record: string): string[] {
  const bare = record.replace(/"(?:[^"]|"")*"/g, '');
  const separator = bare.includes('\t') ? '\t' : bare.includes(';') ? ';' : ',';
  const cell = new RegExp(CELL_PATTERN[separator]);
  const cells: string[] = [];
  for (let at = 0; at <= record.length; at = cell.lastIndex + 1) {
    cell.lastIndex = at;
    const found = cell.exec(record);
    if (found === null) break;
    const [whole, quoted] = found;
    cell.lastIndex = at + whole.length;
    cells.push(cleanPastedValue(quoted?.replaceAll('""', '"') ?? whole).replace(/^'(?=.)/, ''));
  }
  return cells;
}

const isQuoteOpen = (record: string): boolean =>
  /(?:^|[\t;,،])\s*"/.test(record) && (record.match(/"/g)?.length ?? 0) % 2 === 1;

/** Whether a spreadsheet has shortened a long number, 5.5057E+23: its digits are lost. */
export const isShortenedNumber = (cell: string): boolean =>
  /^\d+(?:[.,]\d+)?e\+\d+$/i.test(toLatinDigits(cell));

/** Parses whole Rial in spreadsheet notation, 2,500,000 or 2500000.00; null: invalid or ambiguous. */
export function parseRial(text: string): string | null {
  const { value, reading } = parseNumberInput(text, 0);
  return reading === 'same' && value !== '' ? value : null;
}

/** The same with a minus before or, as some banks write it, after the number, or in brackets. */
export function parseSignedRial(text: string): string | null {
  const plain = text.trim().replace(/[−–]/g, '-');
  const [, bracketed, before, after] = /^(?:\((.+)\)|-\s*(.+)|(.+?)\s*-)$/.exec(plain) ?? [];
  const rial = parseRial(bracketed ?? before ?? after ?? plain);
  const negative = (bracketed ?? before ?? after) !== undefined && rial !== '0';
  return rial === null ? null : `${negative ? '-' : ''}${rial}`;
}
