import { AppError } from '@sarraf/domain';
import type { Calendar } from '@sarraf/domain/contracts';
import {
  type BodyOf,
  CALENDARS,
  type askStatement as endpoint,
  type Statement,
} from '@sarraf/domain/contracts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { firstDay } from '../referral/index.ts';
import { inTehran } from '../rules/index.ts';
import type { StatementsContext } from './deps.ts';
import { MAKE_STATEMENT_JOB } from './make-statement.ts';
import { requestStatement } from './store.ts';
import { statementDto } from './view.ts';
import { yearsBetween } from './years.ts';

/** A working process updates its row more often than this. */
const STALE_MS = 2 * 60_000;

/** Returns the years for which there can be a statement, newest first; always including the current one. */
export async function yearsOf(
  context: StatementsContext,
  userId: string,
): Promise<{ calendar: Calendar; years: number[] }[]> {
  const today = inTehran(context.clock.now()).day;
  const first = await firstDay(context.db, userId);
  const from = first === null || first > today ? today : first;
  return CALENDARS.map((calendar) => ({ calendar, years: yearsBetween(calendar, from, today) }));
}

/** Requests a statement. BAD_REQUEST (year): there is nothing in that year. */
export async function askStatement(
  context: StatementsContext,
  userId: string,
  { calendar, year, lang }: BodyOf<typeof endpoint>,
): Promise<Statement> {
  const possible = await yearsOf(context, userId);
  if (!possible.some((one) => one.calendar === calendar && one.years.includes(year)))
    throw new AppError('BAD_REQUEST', { errors: ['year'] });
  const now = context.now();
  return context.db.transaction().execute(async (tx) => {
    const stale = new Date(now.getTime() - STALE_MS);
    const { row, begins } = await requestStatement(tx, { userId, calendar, year, lang }, { now, stale });
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
