import { MINUTE_MS } from '@sarraf/domain';
import type { AlarmWay } from '@sarraf/domain/contracts';
import type { Tx } from '../platform/database/database.ts';
import type { AlarmRecipient, AlarmsDeps } from './deps.ts';
import { addMessage, listDuty, lockDueAlarm, type StoredAlarm, saveAlarm } from './store.ts';

/** Alarms per round; the others wait for the next one. */
const MAX_BATCH_SIZE = 100;

type Deps = Pick<AlarmsDeps, 'config' | 'db' | 'clock' | 'log' | 'readers' | 'messaging' | 'callers'>;

/** Takes each step that is due: the messages are stored together with the step, so it happens once. */
export async function escalate(deps: Deps): Promise<void> {
  const now = new Date(deps.clock.now());
  let readers: AlarmRecipient[] | null = null;
  for (let taken = 0; taken < MAX_BATCH_SIZE; taken += 1) {
    // Recipients are read only if there is a message.
    const more = await deps.db.transaction().execute(async (tx) => {
      const alarm = await lockDueAlarm(tx, now);
      if (alarm === null) return false;
      readers ??= await deps.readers();
      await takeStep(deps, tx, alarm, readers, now);
      return true;
    });
    if (!more) return;
  }
}

async function takeStep(
  { config, log, messaging, callers }: Deps,
  tx: Tx,
  alarm: StoredAlarm,
  readers: readonly AlarmRecipient[],
  now: Date,
): Promise<void> {
  // It was acknowledged hours ago, and still lasts: starts again like a new one.
  const step = alarm.acknowledgedAt === null ? alarm.step + 1 : 1;
  const page = alarm.severity === 'PAGE';
  const next: StoredAlarm = {
    ...alarm,
    step,
    round: alarm.round + 1,
    acknowledgedAt: null,
    nextStepAt: page ? new Date(now.getTime() + config.ALARM_ESCALATE_MINUTES * MINUTE_MS) : null,
  };
  const duty = new Set(await listDuty(tx));
  const onDuty = readers.filter(({ to }) => duty.has(to.userId));
  const first = onDuty.length > 0 ? onDuty : readers;
  const everyone = step < 3 ? first : [...new Set([...first, ...readers.filter(({ admin }) => admin)])];
  const messages: { way: AlarmWay; userId: string | null }[] = [];
  for (const { to } of everyone) {
    messages.push({ way: 'EMAIL', userId: to.userId });
    if (page && to.mobile !== null && messaging.canText(to.mobile))
      messages.push({ way: 'SMS', userId: to.userId });
  }
  if (page && step > 2)
    for (const way of ['WEBHOOK', 'TELEGRAM'] as const)
      if (callers[way]) messages.push({ way, userId: null });
  for (const message of messages) await addMessage(tx, next, message, now);
  if (messages.length === 0)
    log.error(
      { area: 'alarms', kind: alarm.kind, subject: alarm.subject },
      'there is no recipient for an alarm',
    );
  await saveAlarm(tx, next);
}
