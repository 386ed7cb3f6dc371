/** Banks make no payments on Fridays and holidays; a journey that needs the bank has to run on a working day. */
import { sql } from 'kysely';
import type { Db } from '../server/src/platform/database/database.ts';
import { CUT_OFF_MINUTE, toTehranTime } from '../server/src/rules/index.ts';

const MINUTE = 60_000;
const STEP_MS = 10 * MINUTE;
/**
 * Shortly before its hour the daily batch may be made automatically while a journey is about to make it, and the
 * day may end.
 */
const MARGIN_MS = 15;
const DAY = 24 * 60;
const FRIDAY = 5;

/** Returns the milliseconds until a time at which staff can make today's batch by hand; 0: now. */
export async function msUntilBankDay(db: Db): Promise<number> {
  const { rows } = await sql<{ day: string }>`select day::text as day from bank_holidays`.execute(db);
  const holidays = new Set(rows.map(({ day }) => day));
  const start = Date.now();
  let at = start;
  while (!isBankDay(at, holidays)) at += STEP_MS;
  return at - start;
}

function isBankDay(at: number, holidays: ReadonlySet<string>): boolean {
  const { day, minute } = toTehranTime(at);
  if (new Date(`${day}T00:00:00Z`).getUTCDay() === FRIDAY || holidays.has(day)) return false;
  return minute >= CUT_OFF_MINUTE ? minute < DAY - MARGIN_MS : minute < CUT_OFF_MINUTE - MARGIN_MS;
}
