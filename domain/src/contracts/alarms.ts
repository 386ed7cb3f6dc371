/** Problems of the exchange itself, for its operators. Price alerts of users are in alerts.ts. */
import { type Static, Type } from 'typebox';
import { described, endpoint, nullable, open, Timestamp, withBase } from './endpoint.ts';

const staff = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;

/** Each has a section in docs/runbook.md, by the same name: RESERVE_SHORT is ReserveShort. */
export const ALARM_KINDS = [
  'NO_WRITER',
  'LAW_BROKEN',
  'AUDIT_BLIND',
  'RESERVE_SHORT',
  'HOT_LOW',
  'HOT_HIGH',
  'CHAIN_UNREAD',
  'CHAIN_SILENT',
  'CHAIN_BEHIND',
  'CHAIN_HALTED',
  'SIGNER_AWAY',
  'SIGNER_LATCHED',
  'PRICE_HALTED',
  'PRICES_HALTED',
  'FOLLOWER_BEHIND',
  'JOBS_LATE',
  'JOBS_GIVEN_UP',
  'MESSAGES_FAIL',
  'WEBHOOKS_FAIL',
  'DISK_FULL',
  'BACKUP_FAILED',
  'BACKUP_LATE',
  'DRILL_FAILED',
  'DRILL_MISSING',
  'CERTIFICATE_ENDS',
  'KEY_ENDS',
  'BANK_DIFFERS',
  'BANK_UNEXPLAINED',
  'SETTLEMENTS_OPEN',
  'SUSPENSE_OLD',
  'FIGURES_MISSING',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** PAGE: wakes a person. TICKET: for today's working hours. */
export const ALARM_SEVERITIES = ['PAGE', 'TICKET'] as const;
export type AlarmSeverity = (typeof ALARM_SEVERITIES)[number];

export const ALARM_WAYS = ['EMAIL', 'SMS', 'WEBHOOK', 'TELEGRAM'] as const;
export type AlarmWay = (typeof ALARM_WAYS)[number];

const AlarmMessage = Type.Object(
  {
    step: described('Step of the escalation; 1 is the first.', Type.Integer()),
    way: described('Channel of the message.', Type.Enum(ALARM_WAYS)),
    to: described(
      'Email address of the notified staff member. Null: an address from the settings.',
      nullable(Type.String()),
    ),
    at: described('Time at which the message was due.', Timestamp),
    sentAt: described(
      'Time at which the message was accepted for delivery. Null if it was not.',
      nullable(Timestamp),
    ),
    tries: described('Number of attempts.', Type.Integer()),
    state: described(
      'SENT: sent. WAITING: will be retried. GIVEN_UP: no longer retried, because no channel accepts it. DROPPED: not sent, because the alarm was acknowledged or cleared first.',
      Type.Enum(['SENT', 'WAITING', 'GIVEN_UP', 'DROPPED']),
    ),
    fault: described('Reason why the last attempt failed. Null if none failed.', nullable(Type.String())),
  },
  open,
);

const AlarmAcknowledgement = Type.Object(
  {
    by: described('Email address of the staff member who acknowledged the alarm.', Type.String()),
    at: described('Time of the acknowledgement.', Timestamp),
    note: described('What is being done about it, as written by staff.', Type.String()),
  },
  open,
);

export const AlarmView = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    kind: described('Kind of the problem.', Type.Enum(ALARM_KINDS)),
    subject: described(
      'Subject of the alarm: a coin on its network, a chain, a job, a host. Empty if there is only one.',
      Type.String(),
    ),
    figure: described(
      'Extent of the problem, in the unit of the kind: minutes, days, percent, a count. Null if the kind has none.',
      nullable(Type.Integer()),
    ),
    severity: described(
      'PAGE: needs attention immediately, at any hour. TICKET: needs attention today, in working hours.',
      Type.Enum(ALARM_SEVERITIES),
    ),
    raisedAt: described('Time at which the alarm was raised.', Timestamp),
    lastSeenAt: described('Time at which the problem was last seen.', Timestamp),
    clearedAt: described(
      'Time at which the alarm was cleared, some time after the problem ended. Null while it lasts.',
      nullable(Timestamp),
    ),
    acknowledged: described(
      'Whether a staff member has acknowledged the alarm. Staff is notified until then, and again some hours later if it lasts.',
      Type.Boolean(),
    ),
    nextStepAt: described(
      'Time of the next notification of staff if nothing changes. Null if there is none.',
      nullable(Timestamp),
    ),
    acknowledgements: described('Acknowledgements, newest first.', Type.Array(AlarmAcknowledgement)),
    messages: described('Messages to staff, newest first, at most 50.', Type.Array(AlarmMessage)),
  },
  open,
);
export type AlarmView = Static<typeof AlarmView>;

export const AlarmsView = Type.Object(
  {
    lookedAt: described(
      'Time at which the conditions were last checked. Null if they never were.',
      nullable(Timestamp),
    ),
    runbook: described(
      'URL of docs/runbook.md. Null: read the copy installed with the program.',
      nullable(Type.String()),
    ),
    escalateMinutes: described('Minutes until the next step of the escalation.', Type.Integer()),
    remindHours: described(
      'Hours after which an acknowledged alarm that lasts is raised with staff again.',
      Type.Integer(),
    ),
    onDuty: described(
      'Email addresses of the staff members on duty. Empty: all of treasury and all admins are notified first.',
      Type.Array(Type.String()),
    ),
    me: described('Whether the caller is on duty.', Type.Boolean()),
    ways: described(
      'Channels by which staff can be notified on this installation.',
      Type.Array(Type.Enum(ALARM_WAYS)),
    ),
    alarms: described(
      'Active alarms, unacknowledged ones first, followed by the latest cleared ones, at most 50.',
      Type.Array(AlarmView),
    ),
  },
  open,
);
export type AlarmsView = Static<typeof AlarmsView>;

export const readAlarms = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/alarms',
  summary: "Returns the exchange's alarms, the messages sent about them and their acknowledgements",
  reply: withBase(AlarmsView),
});

export const acknowledgeAlarm = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/alarms/:id/acknowledge',
  summary: 'Acknowledges an alarm, which stops further notifications for some hours',
  params: Type.Object(
    { id: described('Id, as returned by the list endpoint.', Type.String({ maxLength: 40 })) },
    open,
  ),
  body: Type.Object(
    {
      note: described(
        'What is being done about it. Written to the audit log.',
        Type.String({ minLength: 3, maxLength: 300 }),
      ),
    },
    open,
  ),
  reply: withBase(AlarmsView),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const setDuty = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/alarms/duty',
  summary: 'Sets the caller on or off duty; staff on duty is notified first',
  body: Type.Object({ on: described('Whether the caller is on duty.', Type.Boolean()) }, open),
  reply: withBase(AlarmsView),
});
