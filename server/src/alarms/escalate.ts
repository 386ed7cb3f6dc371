import { MINUTE_MS } from '@sarraf/domain';
import type { AlarmWay } from '@sarraf/domain/contracts';
import type { Tx } from '../platform/database/database.ts';
import type { AlarmRecipient, AlarmsDeps } from './deps.ts';
import { addMessage, listDuty, lockDueAlarm, type StoredAlarm, saveAlarm } from './store.ts';

/** Alarms per round; the others wait for the next one. */
const MAX_BATCH_SIZE = 100;

type Deps = Pick<AlarmsDeps, 'config' | 'db' | 'clock' | 'log' | 'readers' | 'messaging' | 'callers'>;

/** Takes each step that is due: the messages are stored together with the step, so it happens once. */
export async function escalateDueAlarms(deps: Deps): Promise<void> {
  const now = new Date(deps.clock.now());
  let recipients: AlarmRecipient[] | null = null;
  for (let stepCount = 0; stepCount < MAX_BATCH_SIZE; stepCount += 1) {
    // Recipients are read only if there is a message.
    const wasTaken = await deps.db.transaction().execute(async (tx) => {
      const alarm = await lockDueAlarm(tx, now);
      if (alarm === null) return false;
      recipients ??= await deps.readers();
      await takeEscalationStep(deps, tx, alarm, recipients, now);
      return true;
    });
    if (!wasTaken) return;
  }
}

async function takeEscalationStep(
  { config, log, messaging, callers }: Deps,
  tx: Tx,
  alarm: StoredAlarm,
  recipients: readonly AlarmRecipient[],
  now: Date,
): Promise<void> {
  // It was acknowledged hours ago, and still lasts: starts again like a new one.
  const step = alarm.acknowledgedAt === null ? alarm.step + 1 : 1;
  const isPage = alarm.severity === 'PAGE';
  const updated: StoredAlarm = {
    ...alarm,
    step,
    round: alarm.round + 1,
    acknowledgedAt: null,
    nextStepAt: isPage ? new Date(now.getTime() + config.ALARM_ESCALATE_MINUTES * MINUTE_MS) : null,
  };
  const duty = new Set(await listDuty(tx));
  const onDuty = recipients.filter(({ to }) => duty.has(to.userId));
  const firstRecipients = onDuty.length > 0 ? onDuty : recipients;
  const stepRecipients =
    step < 3
      ? firstRecipients
      : [...new Set([...firstRecipients, ...recipients.filter(({ admin }) => admin)])];
  const messages: { way: AlarmWay; userId: string | null }[] = [];
  for (const { to } of stepRecipients) {
    messages.push({ way: 'EMAIL', userId: to.userId });
    if (isPage && to.mobile !== null && messaging.canText(to.mobile))
      messages.push({ way: 'SMS', userId: to.userId });
  }
  if (isPage && step > 2)
    for (const way of ['WEBHOOK', 'TELEGRAM'] as const)
      if (callers[way]) messages.push({ way, userId: null });
  for (const message of messages) await addMessage(tx, updated, message, now);
  if (messages.length === 0)
    log.error(
      { area: 'alarms', kind: alarm.kind, subject: alarm.subject },
      'there is no recipient for an alarm',
    );
  await saveAlarm(tx, updated);
}
