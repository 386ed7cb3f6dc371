/** Problems of the exchange itself, for its operators. Price alerts of users are in alerts.ts. */
import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import {
  flag,
  idParams,
  integer,
  itemReply,
  list,
  nullable,
  object,
  oneOf,
  reasonText,
  Timestamp,
  text,
  time,
} from './fields.ts';

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

export const ALARM_CHANNELS = ['EMAIL', 'SMS', 'WEBHOOK', 'TELEGRAM'] as const;
export type AlarmWay = (typeof ALARM_CHANNELS)[number];

const AlarmMessage = object({
  step: integer('Step of the escalation; 1 is the first.'),
  way: oneOf('Channel of the message.', ALARM_CHANNELS),
  to: nullable(
    'Email address of the notified staff member. Null: an address from the settings.',
    Type.String(),
  ),
  at: time('Time at which the message was due.'),
  sentAt: nullable('Time at which the message was accepted for delivery. Null if it was not.', Timestamp),
  tries: integer('Number of attempts.'),
  state: oneOf(
    'SENT: sent. WAITING: will be retried. GIVEN_UP: no longer retried, because no channel accepts it. DROPPED: not sent, because the alarm was acknowledged or cleared first.',
    ['SENT', 'WAITING', 'GIVEN_UP', 'DROPPED'],
  ),
  fault: nullable('Reason why the last attempt failed. Null if none failed.', Type.String()),
});

const AlarmAcknowledgement = object({
  by: text('Email address of the staff member who acknowledged the alarm.'),
  at: time('Time of the acknowledgement.'),
  note: text('What is being done about it, as written by staff.'),
});

export const AlarmView = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  kind: oneOf('Kind of the problem.', ALARM_KINDS),
  subject: text(
    'Subject of the alarm: a coin on its network, a chain, a job, a host. Empty if there is only one.',
  ),
  figure: nullable(
    'Extent of the problem, in the unit of the kind: minutes, days, percent, a count. Null if the kind has none.',
    Type.Integer(),
  ),
  severity: oneOf(
    'PAGE: needs attention immediately, at any hour. TICKET: needs attention today, in working hours.',
    ALARM_SEVERITIES,
  ),
  raisedAt: time('Time at which the alarm was raised.'),
  lastSeenAt: time('Time at which the problem was last seen.'),
  clearedAt: nullable(
    'Time at which the alarm was cleared, some time after the problem ended. Null while it lasts.',
    Timestamp,
  ),
  acknowledged: flag(
    'Whether a staff member has acknowledged the alarm. Staff is notified until then, and again some hours later if it lasts.',
  ),
  nextStepAt: nullable(
    'Time of the next notification of staff if nothing changes. Null if there is none.',
    Timestamp,
  ),
  acknowledgements: list('Acknowledgements, newest first.', AlarmAcknowledgement),
  messages: list('Messages to staff, newest first, at most 50.', AlarmMessage),
});
export type AlarmView = Static<typeof AlarmView>;

export const AlarmsView = object({
  lookedAt: nullable('Time at which the conditions were last checked. Null if they never were.', Timestamp),
  runbook: nullable('URL of docs/runbook.md. Null: read the copy installed with the program.', Type.String()),
  escalateMinutes: integer('Minutes until the next step of the escalation.'),
  remindHours: integer('Hours after which an acknowledged alarm that lasts is raised with staff again.'),
  onDuty: list(
    'Email addresses of the staff members on duty. Empty: all of treasury and all admins are notified first.',
    Type.String(),
  ),
  me: flag('Whether the caller is on duty.'),
  ways: list('Channels by which staff can be notified on this installation.', Type.Enum(ALARM_CHANNELS)),
  alarms: list(
    'Active alarms, unacknowledged ones first, followed by the latest cleared ones, at most 50.',
    AlarmView,
  ),
});
export type AlarmsView = Static<typeof AlarmsView>;

export const readAlarms = endpoint('GET', '/backoffice/alarms', {
  ...staff,
  summary: "Returns the exchange's alarms, the messages sent about them and their acknowledgements",
  reply: itemReply(AlarmsView),
});

export const acknowledgeAlarm = endpoint('POST', '/backoffice/alarms/:id/acknowledge', {
  ...staff,
  summary: 'Acknowledges an alarm, which stops further notifications for some hours',
  params: idParams,
  body: object({
    note: reasonText('What is being done about it. Written to the audit log.'),
  }),
  reply: itemReply(AlarmsView),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const setDuty = endpoint('POST', '/backoffice/alarms/duty', {
  ...staff,
  summary: 'Sets the caller on or off duty; staff on duty is notified first',
  body: object({ on: flag('Whether the caller is on duty.') }),
  reply: itemReply(AlarmsView),
});
