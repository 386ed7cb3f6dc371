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
    step: described('Of the escalation: 1 is the first.', Type.Integer()),
    way: described('By which it went.', Type.Enum(ALARM_WAYS)),
    to: described(
      'Email address of the colleague; null: an address of the settings.',
      nullable(Type.String()),
    ),
    at: described('When it was to be sent.', Timestamp),
    sentAt: described('When it was accepted; null: it was not yet, or never will be.', nullable(Timestamp)),
    tries: described('How often it was tried.', Type.Integer()),
    state: described(
      'SENT; WAITING: it is tried again; GIVEN_UP: nobody takes it; DROPPED: by then it was acknowledged or gone.',
      Type.Enum(['SENT', 'WAITING', 'GIVEN_UP', 'DROPPED']),
    ),
    fault: described('Why the last try failed; null: none did.', nullable(Type.String())),
  },
  open,
);

const AlarmAcknowledgement = Type.Object(
  {
    by: described('Email address.', Type.String()),
    at: described('When.', Timestamp),
    note: described('What is being done, as staff wrote.', Type.String()),
  },
  open,
);

export const AlarmView = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    kind: described('What is wrong.', Type.Enum(ALARM_KINDS)),
    subject: described(
      'With what: a coin on its network, a chain, a job, a host; empty: there is but one.',
      Type.String(),
    ),
    figure: described(
      'How much, in the unit of the kind: minutes, days, percent, a count; null: it has none.',
      nullable(Type.Integer()),
    ),
    severity: described(
      'PAGE: someone gets up for it. TICKET: today, in working hours.',
      Type.Enum(ALARM_SEVERITIES),
    ),
    raisedAt: described('Since when it is an alarm.', Timestamp),
    lastSeenAt: described('When it was last so.', Timestamp),
    clearedAt: described('When it had been gone for a while; null: it lasts.', nullable(Timestamp)),
    acknowledged: described(
      'Whether someone has taken it on: until then, and again after some hours, colleagues are told.',
      Type.Boolean(),
    ),
    nextStepAt: described(
      'When colleagues are told the next time if nothing changes; null: they are not.',
      nullable(Timestamp),
    ),
    acknowledgements: described('Who took it on, newest first.', Type.Array(AlarmAcknowledgement)),
    messages: described('Who was told, newest first, at most fifty.', Type.Array(AlarmMessage)),
  },
  open,
);
export type AlarmView = Static<typeof AlarmView>;

export const AlarmsView = Type.Object(
  {
    lookedAt: described('When the conditions were last looked at; null: never.', nullable(Timestamp)),
    runbook: described(
      'Address of docs/runbook.md; null: it is read where the program lies.',
      nullable(Type.String()),
    ),
    escalateMinutes: described('After so many minutes the next step follows.', Type.Integer()),
    remindHours: described(
      'What was acknowledged and lasts is brought up again after so many hours.',
      Type.Integer(),
    ),
    onDuty: described(
      'Email addresses of who is on duty; none: all of treasury and admins are told first.',
      Type.Array(Type.String()),
    ),
    me: described('Whether the caller is on duty.', Type.Boolean()),
    ways: described('By which colleagues can be told here.', Type.Array(Type.Enum(ALARM_WAYS))),
    alarms: described(
      'Those that last, the unacknowledged first; then the last ones that are over, at most fifty.',
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
  summary: 'What is wrong with the exchange, who was told of it, and who has taken it on',
  reply: withBase(AlarmsView),
});

export const acknowledgeAlarm = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/alarms/:id/acknowledge',
  summary: 'A colleague takes it on: nobody else is told for some hours',
  params: Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open),
  body: Type.Object(
    {
      note: described(
        'What is being done; goes to the audit log.',
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
  summary: 'The caller goes on duty or off it: those on duty are told first',
  body: Type.Object({ on: described('On duty from now on.', Type.Boolean()) }, open),
  reply: withBase(AlarmsView),
});
