import { extractDigits, isSheba, toLatinDigits } from '@sarraf/domain';
import type { BodyOf, importBankStatement } from '@sarraf/domain/contracts';
import { isShortenedNumber, parsePastedRows, parseSignedRial } from '../pasted-rows.ts';
import { parseTehranTime } from '../statement.ts';

type AccountStatement = BodyOf<typeof importBankStatement>;

const HEAD_COLUMNS = 3;
/** Numbers of columns: without and with the payer. */
const LINE_COLUMN_COUNTS = [5, 7];

/**
 * Parses a pasted statement of our own account, separated by tab, semicolon or comma. Its first line: our Sheba,
 * Rial before and after; each further one is a line of the bank, oldest first: time in Tehran, reference,
 * identifier, Rial (negative: outgoing), balance after it, and for a customer's payment their Sheba and name.
 * `invalidLine`: the number of the first invalid line, `shortened` if a spreadsheet has truncated one of its numbers;
 * null `statement`: empty.
 */
export function parseAccountStatement(text: string): {
  statement: AccountStatement | null;
  invalidLine: number | null;
  shortened?: true;
} {
  let statement: AccountStatement | null = null;
  for (const { line: number, cells } of parsePastedRows(text)) {
    const shortened = cells.some(isShortenedNumber);
    const head: AccountStatement | null = statement ?? (shortened ? null : parseHead(cells));
    const line = statement === null || shortened ? null : parseLine(cells);
    if (head === null || (statement !== null && line === null))
      return { statement, invalidLine: number, ...(shortened && { shortened }) };
    if (line !== null) head.lines.push(line);
    statement = head;
  }
  return { statement, invalidLine: null };
}

/** Normalises a Sheba: without blanks and preceding letters, in Latin digits. */
export const normalizeSheba = (text: string): string => toLatinDigits(text).replace(/\s/g, '').toUpperCase();

function parseHead(cells: string[]): AccountStatement | null {
  const [sheba = '', opening = '', closing = ''] = cells;
  const [openingRial, closingRial] = [parseSignedRial(opening), parseSignedRial(closing)];
  const number = normalizeSheba(sheba);
  if (cells.length !== HEAD_COLUMNS || !/^(IR)?\d{24}$/.test(number)) return null;
  return openingRial === null || closingRial === null
    ? null
    : { sheba: number, openingRial, closingRial, lines: [] };
}

function parseLine(cells: string[]): AccountStatement['lines'][number] | null {
  const [time = '', reference = '', identifier = '', amount = '', balance = '', sheba = '', name = ''] =
    cells;
  const at = parseTehranTime(time);
  const [amountRial, balanceRial] = [parseSignedRial(amount), parseSignedRial(balance)];
  if (!LINE_COLUMN_COUNTS.includes(cells.length) || at === null || reference.length < 4) return null;
  if (amountRial === null || amountRial === '0' || balanceRial === null) return null;
  if (sheba !== '' && !isSheba(extractDigits(sheba))) return null;
  return {
    at,
    reference: toLatinDigits(reference),
    identifier: toLatinDigits(identifier),
    amountRial,
    balanceRial,
    sheba: normalizeSheba(sheba),
    name,
  };
}
