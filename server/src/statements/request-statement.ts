import { AppError } from '@sarraf/domain';
import type { Calendar } from '@sarraf/domain/contracts';
import {
  type BodyOf,
  CALENDARS,
  type requestYearlyStatement as endpoint,
  type Statement,
} from '@sarraf/domain/contracts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { findFirstDay } from '../referral/index.ts';
import { toTehranTime } from '../rules/index.ts';
import type { StatementsContext } from './deps.ts';
import { MAKE_STATEMENT_JOB } from './make-statement.ts';
import { upsertRequest } from './store.ts';
import { statementDto } from './view.ts';
import { listYearsBetween } from './years.ts';

/** A working process updates its row more often than this. */
const STALE_MS = 2 * 60_000;

/** Returns the years for which there can be a statement, newest first; always including the current one. */
export async function readStatementYears(
  context: StatementsContext,
  userId: string,
): Promise<{ calendar: Calendar; years: number[] }[]> {
  const today = toTehranTime(context.clock.now()).day;
  const firstBalanceDay = await findFirstDay(context.db, userId);
  const startDay = firstBalanceDay === null || firstBalanceDay > today ? today : firstBalanceDay;
  return CALENDARS.map((calendar) => ({ calendar, years: listYearsBetween(calendar, startDay, today) }));
}

/** Requests a statement. BAD_REQUEST (year): there is nothing in that year. */
export async function requestYearlyStatement(
  context: StatementsContext,
  userId: string,
  { calendar, year, lang }: BodyOf<typeof endpoint>,
): Promise<Statement> {
  const availableYears = await readStatementYears(context, userId);
  if (
    !availableYears.some(
      (calendarYears) => calendarYears.calendar === calendar && calendarYears.years.includes(year),
    )
  )
    throw new AppError('BAD_REQUEST', { errors: ['year'] });
  const now = context.now();
  return context.db.transaction().execute(async (tx) => {
    const staleBefore = new Date(now.getTime() - STALE_MS);
    const { row, begins } = await upsertRequest(
      tx,
      { userId, calendar, year, lang },
      { now, stale: staleBefore },
    );
    // One after another: the other worker stays free for urgent jobs.
    if (begins)
      await enqueue(
        tx,
        MAKE_STATEMENT_JOB,
        { id: row.id },
        { key: `${MAKE_STATEMENT_JOB} ${row.id}`, queue: MAKE_STATEMENT_JOB },
      );
    return statementDto(row);
  });
}
