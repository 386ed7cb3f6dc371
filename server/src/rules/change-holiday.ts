import { AppError } from '@sarraf/domain';
import type { Holiday } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { RulesDeps } from './deps.ts';
import { removeHoliday, saveHoliday } from './store.ts';
import { isDay } from './tehran.ts';

/** Adds or changes a holiday. BAD_REQUEST: no day of the calendar. */
export async function changeHoliday(
  { db, clock }: RulesDeps,
  staffId: string,
  holiday: Holiday,
): Promise<void> {
  if (!isDay(holiday.day)) throw new AppError('BAD_REQUEST', { errors: ['day'] });
  await db.transaction().execute(async (tx) => {
    await saveHoliday(tx, holiday);
    const entry = { actorId: staffId, action: 'holiday saved', subjectId: null, detail: { ...holiday } };
    await appendAudit(tx, entry, new Date(clock.now()));
  });
}

/** Removes a holiday. NOT_FOUND: it was no holiday. */
export async function deleteHoliday({ db, clock }: RulesDeps, staffId: string, day: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const title = isDay(day) ? await removeHoliday(tx, day) : null;
    if (title === null) throw new AppError('NOT_FOUND');
    const entry = { actorId: staffId, action: 'holiday removed', subjectId: null, detail: { day, title } };
    await appendAudit(tx, entry, new Date(clock.now()));
  });
}
