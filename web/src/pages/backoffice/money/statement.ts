import { readDecimal, toLatinDigits } from '@sarraf/domain';
import type { BodyOf, importBankDeposits } from '@sarraf/domain/contracts';
import { readDay } from '../../../ui/fields/date-text.ts';

export type StatementLine = BodyOf<typeof importBankDeposits>['lines'][number];
export const MAX_LINES = 500;
const FIELDS = 6;

/**
 * Lines of a bank statement as they are pasted: reference, identifier, Sheba, name, Rial, time of Tehran; by tab or comma.
 * `fault`: the number of the first line that can't be read.
 */
export function readStatement(text: string): { lines: StatementLine[]; fault: number | null } {
  const lines: StatementLine[] = [];
  for (const [i, row] of text.split(/\r?\n/).entries()) {
    if (row.trim() === '') continue;
    const line = readLine(row);
    if (line === null) return { lines, fault: i + 1 };
    lines.push(line);
  }
  return { lines, fault: null };
}

function readLine(row: string): StatementLine | null {
  const cells = (row.includes('\t') ? row.split('\t') : row.split(/[,،]/)).map((cell) => cell.trim());
  const [reference = '', identifier = '', sheba = '', name = '', rial = '', time = ''] = cells;
  const amountRial = toLatinDigits(rial).replace(/[,٬]/g, '');
  const paidAt = tehranTime(time);
  const whole = /^\d{1,18}$/.test(amountRial) && (readDecimal(amountRial, 0) ?? 0n) > 0n;
  if (cells.length !== FIELDS || reference.length < 4 || !whole || paidAt === null) return null;
  return {
    reference: toLatinDigits(reference),
    identifier: toLatinDigits(identifier),
    sheba: toLatinDigits(sheba),
    name,
    amountRial,
    paidAt,
  };
}

/** Iran keeps one offset all year since 2022. */
const OFFSET = '+03:30';

/**
 * "1405/08/30 09:30" or "2026-11-21 09:30" in Tehran as ISO 8601 in UTC, in any digits; the year tells the calendar.
 * Null: no such time.
 */
export function tehranTime(text: string): string | null {
  const [date = '', clock = '', ...more] = toLatinDigits(text).trim().split(/[ T]/);
  const day = readDay(date);
  if (day === null || more.length > 0 || !/^([01]\d|2[0-3]):[0-5]\d$/.test(clock)) return null;
  return new Date(`${day}T${clock}:00${OFFSET}`).toISOString();
}
