import { readDecimal, toLatinDigits } from '@sarraf/domain';
import type { BodyOf, importBankDeposits } from '@sarraf/domain/contracts';

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

/** "2026-11-21 09:30" in Tehran as ISO 8601 in UTC; null: no such time. */
export function tehranTime(text: string): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})$/.exec(toLatinDigits(text).trim());
  if (!match) return null;
  const time = new Date(`${match[1]}T${match[2]}:00${OFFSET}`);
  if (Number.isNaN(time.getTime())) return null;
  // 31 February rolls over; the day that was written has to come back.
  const local = new Date(time.getTime() + 210 * 60_000).toISOString();
  return local.startsWith(`${match[1]}T${match[2]}`) ? time.toISOString() : null;
}
