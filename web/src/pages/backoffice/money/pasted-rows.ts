import { cleanPasted, readNumberInput, toLatinDigits } from '@sarraf/domain';

/** A line of what was pasted from a spreadsheet or a CSV file; `line` is where it begins. */
export interface PastedRow {
  line: number;
  cells: string[];
}

/**
 * Lines and cells of pasted text, without empty lines: by tab, semicolon or comma, each line by itself, with CSV's quotes. Cells are
 * trimmed, and lose what a spreadsheet writes around text: '0012, ="0012".
 */
export function readPastedRows(text: string): PastedRow[] {
  const rows: PastedRow[] = [];
  let line = 1;
  for (const record of recordsOf(text)) {
    if (record.trim() !== '') rows.push({ line, cells: cellsOf(record) });
    line += record.split('\n').length;
  }
  return rows;
}

/** Line breaks within quotes end no record. */
function recordsOf(text: string): string[] {
  const records: string[] = [];
  let open = '';
  for (const part of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    open = open === '' ? part : `${open}\n${part}`;
    if (!isQuoteOpen(open)) {
      records.push(open);
      open = '';
    }
  }
  // A quote that is never closed is a character like any other.
  return open === '' ? records : [...records, ...open.split('\n')];
}

/** A quoted cell, else a cell up to the next separator. */
const CELL = { '\t': cellBefore('\t'), ';': cellBefore(';'), ',': cellBefore(',،') };

function cellBefore(separators: string): RegExp {
  return new RegExp(`\\s*(?:="?|)"((?:[^"]|"")*)"\\s*(?=[${separators}]|$)|[^${separators}]*`, 'y');
}

function cellsOf(record: string): string[] {
  const bare = record.replace(/"(?:[^"]|"")*"/g, '');
  const separator = bare.includes('\t') ? '\t' : bare.includes(';') ? ';' : ',';
  const cell = new RegExp(CELL[separator]);
  const cells: string[] = [];
  for (let at = 0; at <= record.length; at = cell.lastIndex + 1) {
    cell.lastIndex = at;
    const found = cell.exec(record);
    if (found === null) break;
    const [whole, quoted] = found;
    cell.lastIndex = at + whole.length;
    cells.push(cleanPasted(quoted?.replaceAll('""', '"') ?? whole).replace(/^'(?=.)/, ''));
  }
  return cells;
}

const isQuoteOpen = (record: string): boolean =>
  /(?:^|[\t;,،])\s*"/.test(record) && (record.match(/"/g)?.length ?? 0) % 2 === 1;

/** True where a spreadsheet has shortened a long number, 5.5057E+23: its digits are lost. */
export const isShortened = (cell: string): boolean => /^\d+(?:[.,]\d+)?e\+\d+$/i.test(toLatinDigits(cell));

/** Whole Rial as spreadsheets write it, 2,500,000 or 2500000.00; null: no such amount, or it could be read in two ways. */
export function readRial(text: string): string | null {
  const { value, reading } = readNumberInput(text, 0);
  return reading === 'same' && value !== '' ? value : null;
}

/** The same with a minus before or, as some banks write it, after, or in brackets. */
export function readSignedRial(text: string): string | null {
  const plain = text.trim().replace(/[−–]/g, '-');
  const [, bracketed, before, after] = /^(?:\((.+)\)|-\s*(.+)|(.+?)\s*-)$/.exec(plain) ?? [];
  const rial = readRial(bracketed ?? before ?? after ?? plain);
  const negative = (bracketed ?? before ?? after) !== undefined && rial !== '0';
  return rial === null ? null : `${negative ? '-' : ''}${rial}`;
}
