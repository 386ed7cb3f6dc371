import { readDecimal, toLatinDigits } from '@sarraf/domain';
import type { BodyOf, importBankStatement } from '@sarraf/domain/contracts';
import { tehranTime } from '../statement.ts';

type AccountStatement = BodyOf<typeof importBankStatement>;

const OF_HEAD = 3;
/** Without who paid, and with it. */
const OF_LINE = [5, 7];

/**
 * A statement of our own account as it is pasted, by tab or comma. Its first line: our Sheba, Rial before and after it; each
 * further one is a line of the bank, oldest first: time of Tehran, reference, identifier, Rial (negative: went out), balance
 * after it, and where a customer paid their Sheba and name. `fault`: the number of the first line that can't be read; null
 * `statement`: there is none yet.
 */
export function readAccountStatement(text: string): {
  statement: AccountStatement | null;
  fault: number | null;
} {
  let statement: AccountStatement | null = null;
  for (const [i, row] of text.split(/\r?\n/).entries()) {
    if (row.trim() === '') continue;
    if (statement === null) {
      statement = readHead(cellsOf(row));
      if (statement === null) return { statement, fault: i + 1 };
      continue;
    }
    const line = readLine(cellsOf(row));
    if (line === null) return { statement, fault: i + 1 };
    statement.lines.push(line);
  }
  return { statement, fault: null };
}

const cellsOf = (row: string): string[] =>
  (row.includes('\t') ? row.split('\t') : row.split(/[,،]/)).map((cell) => cell.trim());

/** Blanks and the letters before it are left out; it may be written in any digits. */
export const shebaText = (text: string): string => toLatinDigits(text).replace(/\s/g, '').toUpperCase();

function readHead(cells: string[]): AccountStatement | null {
  const [sheba = '', opening = '', closing = ''] = cells;
  const [openingRial, closingRial] = [readSigned(opening), readSigned(closing)];
  const number = shebaText(sheba);
  if (cells.length !== OF_HEAD || !/^(IR)?\d{24}$/.test(number)) return null;
  return openingRial === null || closingRial === null
    ? null
    : { sheba: number, openingRial, closingRial, lines: [] };
}

function readLine(cells: string[]): AccountStatement['lines'][number] | null {
  const [time = '', reference = '', identifier = '', amount = '', balance = '', sheba = '', name = ''] =
    cells;
  const at = tehranTime(time);
  const [amountRial, balanceRial] = [readSigned(amount), readSigned(balance)];
  if (!OF_LINE.includes(cells.length) || at === null || reference.length < 4) return null;
  if (amountRial === null || amountRial === '0' || balanceRial === null) return null;
  return {
    at,
    reference: toLatinDigits(reference),
    identifier: toLatinDigits(identifier),
    amountRial,
    balanceRial,
    sheba: shebaText(sheba),
    name,
  };
}

/** Whole Rial, with a minus before or, as some banks write it, after; null: none. */
function readSigned(text: string): string | null {
  const plain = toLatinDigits(text)
    .replace(/[,٬\s]/g, '')
    .replace(/[−–]/g, '-');
  const [, before, digits = '', after] = /^(-?)(\d{1,18})(-?)$/.exec(plain) ?? [];
  if (digits === '' || (before && after)) return null;
  const whole = readDecimal(digits, 0);
  if (whole === null) return null;
  return `${(before || after) && whole !== 0n ? '-' : ''}${whole}`;
}
