import { computeBackoff, HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import type { AlarmWay } from '@sarraf/domain/contracts';
import { Undeliverable } from '../messaging/index.ts';
import type { AlarmRecipient, AlarmsDeps } from './deps.ts';
import { type AlarmCall, TryLaterError } from './ports.ts';
import { type DueMessage, recordAttempt, takeDueMessages } from './store.ts';

/** How long a message stays claimed by a process that died: longer than any channel takes. */
const CLAIM_MS = 2 * MINUTE_MS;
const TIMEOUT_MS = MINUTE_MS;
const BACKOFF = { firstMs: 15_000, maxMs: 10 * MINUTE_MS };
/** By then others were notified on other channels. */
const GIVE_UP_MS = 12 * HOUR_MS;
/** Maximum number of alarms per message. */
const CONCURRENCY = 20;
/** Maximum number of messages per round of one channel. */
const MAX_SENT = 50;
const MAX_ERROR_LENGTH = 200;

type Deps = Pick<AlarmsDeps, 'config' | 'db' | 'clock' | 'log' | 'readers' | 'messaging' | 'callers'>;

/** Sends due messages of one channel, one after another; alarms for one recipient are combined. */
export async function sendDueMessages(deps: Deps, way: AlarmWay): Promise<void> {
  for (let sent = 0; sent < MAX_SENT; sent += 1) {
    const now = deps.clock.now();
    const claim = {
      now: new Date(now),
      until: new Date(now + CLAIM_MS),
      limit: maxAlarmsPerMessage(deps, way),
    };
    const due = await deps.db.transaction().execute((tx) => takeDueMessages(tx, way, claim));
    if (due.length === 0) return;
    await sendMessages(deps, way, due);
  }
}

const maxAlarmsPerMessage = ({ callers }: Deps, way: AlarmWay): number =>
  way === 'WEBHOOK' || way === 'TELEGRAM' ? (callers[way]?.atOnce ?? 1) : CONCURRENCY;

async function sendMessages(deps: Deps, way: AlarmWay, due: readonly DueMessage[]): Promise<void> {
  const { db, clock, log } = deps;
  const ids = due.map(({ id }) => id);
  try {
    await withSendTimeout(sendAlarms(deps, way, due));
    const sentAt = new Date(clock.now());
    await recordAttempt(db, ids, { sentAt, givenUpAt: null, nextTryAt: null, errorText: null });
  } catch (err) {
    log.warn({ area: 'alarms', way, err }, 'an alarm was not sent');
    const errorText = (err instanceof Error ? err.message : String(err)).slice(0, MAX_ERROR_LENGTH);
    // The clock is read after the attempt, which may have taken some time.
    for (const message of due)
      await recordAttempt(db, [message.id], toFailedAttempt(message, err, errorText, clock.now()));
  }
}

function toFailedAttempt({ tries, createdAt }: DueMessage, err: unknown, errorText: string, now: number) {
  const nextAt =
    now + (err instanceof TryLaterError ? err.seconds * 1000 : computeBackoff(BACKOFF, tries - 1));
  const isGivenUp = err instanceof Undeliverable || nextAt > createdAt.getTime() + GIVE_UP_MS;
  return {
    sentAt: null,
    givenUpAt: isGivenUp ? new Date(now) : null,
    nextTryAt: isGivenUp ? null : new Date(nextAt),
    errorText,
  };
}

async function withSendTimeout(sending: Promise<void>): Promise<void> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)),
    TIMEOUT_MS,
  );
  return Promise.race([sending, timeout.promise]).finally(() => clearTimeout(timer));
}

async function sendAlarms(deps: Deps, way: AlarmWay, due: readonly DueMessage[]): Promise<void> {
  const { callers, messaging, config } = deps;
  if (way === 'EMAIL' || way === 'SMS') {
    const recipient = await requireRecipient(deps, due);
    return messaging.sendNow(way, recipient.to, {
      kind: 'ALARMS',
      alarms: due.map(({ kind, subject, figure }) => ({ kind, subject, figure })),
    });
  }
  const channel = callers[way];
  if (!channel) throw new Undeliverable('no longer configured');
  const text = messaging.formatAlarms(due, config.ALARM_LANGUAGE);
  return channel.send(due.map(toAlarmCall), text);
}

/** Former staff members aren't notified. */
async function requireRecipient({ readers }: Deps, [first]: readonly DueMessage[]): Promise<AlarmRecipient> {
  const recipient = (await readers()).find(({ to }) => to.userId === first?.userId);
  if (!recipient) throw new Undeliverable('no longer of the staff');
  return recipient;
}

const toAlarmCall = ({
  id,
  alarmId,
  kind,
  subject,
  figure,
  severity,
  step,
  raisedAt,
  createdAt,
}: DueMessage): AlarmCall => ({
  id,
  alarm: alarmId,
  kind,
  subject,
  figure,
  severity,
  step,
  raisedAt: (raisedAt ?? createdAt).toISOString(),
});
