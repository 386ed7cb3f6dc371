import {
  ALARM_CHANNELS,
  type AlarmsView,
  type AlarmView,
  acknowledgeAlarm,
  readAlarms,
  setDuty,
} from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Caller, Http } from '../platform/http/http.ts';
import { acknowledgeRaisedAlarm } from './acknowledge.ts';
import type { AlarmsDeps } from './deps.ts';
import {
  findLastCheck,
  listAcknowledgements,
  listAlarmMessages,
  listAlarms,
  listDuty,
  type StoredAcknowledgement,
  type StoredAlarm,
  type StoredMessage,
  saveDuty,
} from './store.ts';

const OK = { status: 'OK', message: 'OK' } as const;
const MAX_LISTED = 200;
const MAX_ENDED_LISTED = 50;
const MAX_MESSAGES_LISTED = 50;

export function addRoutes(http: Http, deps: AlarmsDeps): void {
  http.route(readAlarms, async ({ caller }) => ({ ...OK, baseDTO: await readAlarmsView(deps, caller) }));
  http.route(acknowledgeAlarm, async ({ caller, params, body }) => {
    await acknowledgeRaisedAlarm(deps, caller.userId, params.id, body.note);
    return { ...OK, baseDTO: await readAlarmsView(deps, caller) };
  });
  http.route(setDuty, async ({ caller, body }) => {
    await changeDuty(deps, caller.userId, body.on);
    return { ...OK, baseDTO: await readAlarmsView(deps, caller) };
  });
}

async function changeDuty({ db, clock }: AlarmsDeps, staffId: string, isOn: boolean): Promise<void> {
  const now = new Date(clock.now());
  await db.transaction().execute(async (tx) => {
    if (!(await saveDuty(tx, staffId, isOn, now))) return;
    const action = isOn ? 'went on duty' : 'went off duty';
    await appendAudit(tx, { actorId: staffId, action, subjectId: null }, now);
  });
}

async function readAlarmsView(deps: AlarmsDeps, { userId }: Caller): Promise<AlarmsView> {
  const { db, config, callers, emailsOf } = deps;
  const [checkedAt, open, ended, duty, recipients] = await Promise.all([
    findLastCheck(db),
    listAlarms(db, { over: false, limit: MAX_LISTED }),
    listAlarms(db, { over: true, limit: MAX_ENDED_LISTED }),
    listDuty(db),
    deps.readers(),
  ]);
  const alarms = [...open, ...ended];
  const ids = alarms.map(({ id }) => id);
  const [acknowledgements, messages] = await Promise.all([
    listAcknowledgements(db, ids),
    listAlarmMessages(db, ids, MAX_MESSAGES_LISTED),
  ]);
  const emails = await emailsOf([
    ...new Set([
      ...acknowledgements.map(({ staffId }) => staffId),
      ...messages.flatMap(({ userId: to }) => to ?? []),
    ]),
  ]);
  // A former staff member is no longer on duty.
  const onDuty = recipients.filter(({ to }) => duty.includes(to.userId));
  const canText = recipients.some(({ to }) => to.mobile !== null && deps.messaging.canText(to.mobile));
  return {
    lookedAt: checkedAt?.toISOString() ?? null,
    runbook: config.ALARM_RUNBOOK_URL ?? null,
    escalateMinutes: config.ALARM_ESCALATE_MINUTES,
    remindHours: config.ALARM_REMIND_HOURS,
    onDuty: onDuty.map(({ to }) => to.email),
    me: onDuty.some(({ to }) => to.userId === userId),
    ways: ALARM_CHANNELS.filter((way) =>
      way === 'SMS' ? canText : way === 'EMAIL' || callers[way] !== undefined,
    ),
    alarms: alarms.map((alarm) =>
      alarmDto(
        alarm,
        acknowledgements.filter(({ alarmId }) => alarmId === alarm.id),
        messages.filter(({ alarmId }) => alarmId === alarm.id),
        emails,
      ),
    ),
  };
}

function alarmDto(
  { id, kind, subject, figure, severity, raisedAt, seenAt, lastSeenAt, ...rest }: StoredAlarm,
  acknowledgements: readonly StoredAcknowledgement[],
  messages: readonly StoredMessage[],
  emails: ReadonlyMap<string, string>,
): AlarmView {
  return {
    id,
    kind,
    subject,
    figure,
    severity,
    raisedAt: (raisedAt ?? seenAt).toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    clearedAt: rest.clearedAt?.toISOString() ?? null,
    acknowledged: rest.acknowledgedAt !== null,
    nextStepAt: rest.nextStepAt?.toISOString() ?? null,
    acknowledgements: acknowledgements.map(({ staffId, at, note }) => ({
      by: emails.get(staffId) ?? '',
      at: at.toISOString(),
      note,
    })),
    messages: messages.map(({ step, way, userId, createdAt, sentAt, tries, fault: problem, ...ends }) => ({
      step,
      way,
      to: userId === null ? null : (emails.get(userId) ?? ''),
      at: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      tries,
      state: sentAt ? 'SENT' : ends.givenUpAt ? 'GIVEN_UP' : ends.droppedAt ? 'DROPPED' : 'WAITING',
      fault: problem,
    })),
  };
}
