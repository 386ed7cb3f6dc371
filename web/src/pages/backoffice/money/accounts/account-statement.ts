import { isSheba, onlyDigits, toLatinDigits } from '@sarraf/domain';
import type { BodyOf, importBankStatement } from '@sarraf/domain/contracts';
import { isShortened, readPastedRows, readSignedRial } from '../pasted-rows.ts';
import { tehranTime } from '../statement.ts';

type AccountStatement = BodyOf<typeof importBankStatement>;

const OF_HEAD = 3;
/** Numbers of columns: without and with the payer. */
const OF_LINE = [5, 7];

/**
 * Parses a pasted statement of our own account, separated by tab, semicolon or comma. Its first line: our Sheba,
 * Rial before and after; each further one is a line of the bank, oldest first: time in Tehran, reference,
 * identifier, Rial (negative: outgoing), balance after it, and for a customer's payment their Sheba and name.
 * `fault`: the number of the first invalid line, `shortened` if a spreadsheet has truncated one of its numbers;
 * null `statement`: empty.
 */
export function readAccountStatement(text: string): {
  statement: AccountStatement | null;
  fault: number | null;
  shortened?: true;
} {
  let statement: AccountStatement | null = null;
  for (const { line: number, cells } of readPastedRows(text)) {
    const shortened = cells.some(isShortened);
    const head: AccountStatement | null = statement ?? (shortened ? null : readHead(cells));
    const line = statement === null || shortened ? null : readLine(cells);
    if (head === null || (statement !== null && line === null))
      return { statement, fault: number, ...(shortened && { shortened }) };
    if (line !== null) head.lines.push(line);
    statement = head;
  }
  return { statement, fault: null };
}

/** Normalises a Sheba: without blanks and preceding letters, in Latin digits. */
export const shebaText = (text: string): string => toLatinDigits(text).replace(/\s/g, '').toUpperCase();

function readHead(cells: string[]): AccountStatement | null {
  const [sheba = '', opening = '', closing = ''] = cells;
  const [openingRial, closingRial] = [readSignedRial(opening), readSignedRial(closing)];
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
  const [amountRial, balanceRial] = [readSignedRial(amount), readSignedRial(balance)];
  if (!OF_LINE.includes(cells.length) || at === null || reference.length < 4) return null;
  if (amountRial === null || amountRial === '0' || balanceRial === null) return null;
  if (sheba !== '' && !isSheba(onlyDigits(sheba))) return null;
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
