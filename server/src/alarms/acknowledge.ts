import { AppError, HOUR_MS } from '@sarraf/domain';
import { appendAudit } from '../platform/database/audit-log.ts';
import { isId } from '../platform/ids.ts';
import type { AlarmsDeps } from './deps.ts';
import { addAcknowledgement, dropMessages, lockAlarm, saveAlarm } from './store.ts';

/** Somebody takes it on: whatever hasn't gone out is dropped, and nobody is told for some hours. NOT_FOUND: there is none of this id; CONFLICT: it is over, or somebody was faster. */
export async function acknowledge(
  { db, clock, config }: Pick<AlarmsDeps, 'db' | 'clock' | 'config'>,
  staffId: string,
  id: string,
  note: string,
): Promise<void> {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  const now = new Date(clock.now());
  const again = new Date(now.getTime() + config.ALARM_REMIND_HOURS * HOUR_MS);
  await db.transaction().execute(async (tx) => {
    const alarm = await lockAlarm(tx, id);
    if (!alarm) throw new AppError('NOT_FOUND');
    if (alarm.clearedAt !== null || alarm.acknowledgedAt !== null) throw new AppError('CONFLICT');
    await addAcknowledgement(tx, { alarmId: id, staffId, at: now, note });
    await dropMessages(tx, id, now);
    await saveAlarm(tx, { ...alarm, acknowledgedAt: now, nextStepAt: again });
    const detail = { kind: alarm.kind, subject: alarm.subject, note };
    await appendAudit(tx, { actorId: staffId, action: 'alarm acknowledged', subjectId: null, detail }, now);
  });
}
