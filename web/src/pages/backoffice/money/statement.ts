import { extractDigits, isSheba, toLatinDigits } from '@sarraf/domain';
import type { BodyOf, importBankDeposits } from '@sarraf/domain/contracts';
import { parseDay } from '../../../ui/fields/date-text.ts';
import { isShortenedNumber, parsePastedRows, parseRial } from './pasted-rows.ts';

export type StatementLine = BodyOf<typeof importBankDeposits>['lines'][number];
export const MAX_LINES = 500;
const FIELDS = 6;

/**
 * Parses pasted lines of a bank statement: reference, identifier, Sheba, name, Rial, time in Tehran; separated by
 * tab, semicolon or comma. `invalidLine`: the number of the first invalid line; `shortened`: a spreadsheet has truncated
 * one of its numbers.
 */
export function parseBankStatement(text: string): {
  lines: StatementLine[];
  invalidLine: number | null;
  shortened?: true;
} {
  const lines: StatementLine[] = [];
  for (const { line: number, cells } of parsePastedRows(text)) {
    const line = parseLine(cells);
    if (line === null)
      return { lines, invalidLine: number, ...(cells.some(isShortenedNumber) && { shortened: true }) };
    lines.push(line);
  }
  return { lines, invalidLine: null };
}

function parseLine(cells: readonly string[]): StatementLine | null {
  const [reference = '', identifier = '', sheba = '', name = '', rial = '', time = ''] = cells;
  const amountRial = parseRial(rial);
  const paidAt = parseTehranTime(time);
  if (cells.length !== FIELDS || cells.some(isShortenedNumber) || reference.length < 4) return null;
  if (amountRial === null || amountRial === '0' || !isSheba(extractDigits(sheba)) || paidAt === null)
    return null;
  return {
    reference: toLatinDigits(reference),
    identifier: toLatinDigits(identifier),
    sheba: toLatinDigits(sheba),
    name,
    amountRial,
    paidAt,
  };
}

/** Iran has had no daylight saving time since 2022. */
const TEHRAN_OFFSET = '+03:30';

/**
 * Converts "1405/08/30 09:30", "2026-11-21 9:30:00" or "2026/11/21 9:30 PM" in Tehran to ISO 8601 in UTC, in any
 * digits; the year decides the calendar. Null: not a time.
 */
export function parseTehranTime(text: string): string | null {
  const [date = '', clock = '', dayHalf, ...more] = toLatinDigits(text).trim().split(/[ T]+/);
  const day = parseDay(date);
  const [, hour = '', minute = '', second = '00'] =
    /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.0+)?)?$/.exec(clock) ?? [];
  const hours = hour === '' ? null : toHourOfDay(Number.parseInt(hour, 10), dayHalf);
  if (day === null || more.length > 0 || hours === null) return null;
  return new Date(
    `${day}T${String(hours).padStart(2, '0')}:${minute}:${second}${TEHRAN_OFFSET}`,
  ).toISOString();
}

/** Hours added by Excel's AM and PM markers in English and in Persian. */
const HALF_DAY_HOURS: Readonly<Record<string, number>> = { am: 0, pm: 12, 'ق.ظ': 0, 'ب.ظ': 12 };

/** Returns null for an hour that does not exist with a marker. */
function toHourOfDay(hour: number, dayHalf: string | undefined): number | null {
  if (dayHalf === undefined) return hour;
  const begin = HALF_DAY_HOURS[dayHalf.toLowerCase()];
  return begin === undefined || hour < 1 || hour > 12 ? null : begin + (hour % 12);
}
