import { HOUR_MS, MINUTE_MS } from '@sarraf/domain';
import type { AlarmWay } from '@sarraf/domain/contracts';
import { Undeliverable } from '../messaging/index.ts';
import type { AlarmRecipient, AlarmsDeps } from './deps.ts';
import { type AlarmCall, TryLater } from './ports.ts';
import { type DueMessage, recordAttempt, takeDueMessages } from './store.ts';

/** How long a message stays claimed by a process that died: longer than any channel takes. */
const TAKEN_MS = 2 * MINUTE_MS;
const TIMEOUT_MS = MINUTE_MS;
const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 10 * MINUTE_MS;
/** By then others were notified on other channels. */
const GIVE_UP_MS = 12 * HOUR_MS;
/** Maximum number of alarms per message. */
const CONCURRENCY = 20;
/** Maximum number of messages per round of one channel. */
const MAX_SENT = 50;
const FAULT_KEPT = 200;

type Deps = Pick<AlarmsDeps, 'config' | 'db' | 'clock' | 'log' | 'readers' | 'messaging' | 'callers'>;

/** Sends due messages of one channel, one after another; alarms for one recipient are combined. */
export async function sendAll(deps: Deps, way: AlarmWay): Promise<void> {
  for (let sent = 0; sent < MAX_SENT; sent += 1) {
    const now = deps.clock.now();
    const take = { now: new Date(now), until: new Date(now + TAKEN_MS), limit: atOnce(deps, way) };
    const due = await deps.db.transaction().execute((tx) => takeDueMessages(tx, way, take));
    if (due.length === 0) return;
    await sendTo(deps, way, due);
  }
}

const atOnce = ({ callers }: Deps, way: AlarmWay): number =>
  way === 'WEBHOOK' || way === 'TELEGRAM' ? (callers[way]?.atOnce ?? 1) : CONCURRENCY;

async function sendTo(deps: Deps, way: AlarmWay, due: readonly DueMessage[]): Promise<void> {
  const { db, clock, log } = deps;
  const ids = due.map(({ id }) => id);
  try {
    await inTime(send(deps, way, due));
    const sentAt = new Date(clock.now());
    await recordAttempt(db, ids, { sentAt, givenUpAt: null, nextTryAt: null, fault: null });
  } catch (err) {
    log.warn({ area: 'alarms', way, err }, 'an alarm was not sent');
    const fault = (err instanceof Error ? err.message : String(err)).slice(0, FAULT_KEPT);
    // The clock is read after the attempt, which may have taken some time.
    for (const message of due)
      await recordAttempt(db, [message.id], failed(message, err, fault, clock.now()));
  }
}

function failed({ tries, createdAt }: DueMessage, err: unknown, fault: string, now: number) {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS);
  const next = now + (err instanceof TryLater ? err.seconds * 1000 : pause);
  const over = err instanceof Undeliverable || next > createdAt.getTime() + GIVE_UP_MS;
  return {
    sentAt: null,
    givenUpAt: over ? new Date(now) : null,
    nextTryAt: over ? null : new Date(next),
    fault,
  };
}

async function inTime(sending: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
  return Promise.race([sending, late.promise]).finally(() => clearTimeout(timer));
}

async function send(deps: Deps, way: AlarmWay, due: readonly DueMessage[]): Promise<void> {
  const { callers, messaging, config } = deps;
  if (way === 'EMAIL' || way === 'SMS') {
    const reader = await readerOf(deps, due);
    return messaging.sendNow(way, reader.to, {
      kind: 'ALARMS',
      alarms: due.map(({ kind, subject, figure }) => ({ kind, subject, figure })),
    });
  }
  const caller = callers[way];
  if (!caller) throw new Undeliverable('not set up any more');
  const text = messaging.alarmText(due, config.ALARM_LANGUAGE);
  return caller.call(due.map(callOf), text);
}

/** Former staff members aren't notified. */
async function readerOf({ readers }: Deps, [first]: readonly DueMessage[]): Promise<AlarmRecipient> {
  const reader = (await readers()).find(({ to }) => to.userId === first?.userId);
  if (!reader) throw new Undeliverable('no longer of the staff');
  return reader;
}

const callOf = ({
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
