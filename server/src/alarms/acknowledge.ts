import { AppError, HOUR_MS } from '@sarraf/domain';
import { appendAudit } from '../platform/database/audit-log.ts';
import { isId } from '../platform/ids.ts';
import type { AlarmsDeps } from './deps.ts';
import { addAcknowledgement, dropAlarmMessages, lockAlarm, saveAlarm } from './store.ts';

/**
 * Acknowledges an alarm: messages that haven't gone out are dropped, and no further ones are sent for some hours.
 * NOT_FOUND: there is none with this id; CONFLICT: it is over, or another staff member was faster.
 */
export async function acknowledgeRaisedAlarm(
  { db, clock, config }: Pick<AlarmsDeps, 'db' | 'clock' | 'config'>,
  staffId: string,
  id: string,
  note: string,
): Promise<void> {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  const now = new Date(clock.now());
  const reminderAt = new Date(now.getTime() + config.ALARM_REMIND_HOURS * HOUR_MS);
  await db.transaction().execute(async (tx) => {
    const alarm = await lockAlarm(tx, id);
    if (!alarm) throw new AppError('NOT_FOUND');
    if (alarm.clearedAt !== null || alarm.acknowledgedAt !== null) throw new AppError('CONFLICT');
    await addAcknowledgement(tx, { alarmId: id, staffId, at: now, note });
    await dropAlarmMessages(tx, id, now);
    await saveAlarm(tx, { ...alarm, acknowledgedAt: now, nextStepAt: reminderAt });
    const detail = { kind: alarm.kind, subject: alarm.subject, note };
    await appendAudit(tx, { actorId: staffId, action: 'alarm acknowledged', subjectId: null, detail }, now);
  });
}
