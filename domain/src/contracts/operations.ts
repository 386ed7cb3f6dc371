/** Operations by staff: maintenance and pauses, processes, pending and failed work; and the public status. */
import { type Static, type TSchema, Type } from 'typebox';
import { PAUSE_SCOPES } from '../pauses.ts';
import { endpoint } from './endpoint.ts';
import {
  described,
  flag,
  integer,
  itemReply,
  list,
  nullable,
  object,
  oneOf,
  reasonText,
  success,
  Timestamp,
  TimestampInput,
  text,
  time,
} from './fields.ts';
import { FollowerName, LedgerCheck } from './watch.ts';

const bilingual = <S extends TSchema>(schema: S) =>
  object({ fa: described('Text in Persian.', schema), en: described('Text in English.', schema) });

export const BilingualText = bilingual(Type.String());

const pausable = {
  scope: oneOf(
    'FEATURE: a customer operation. MARKET: trading in the market is stopped; open orders can be cancelled. COIN: the coin is not traded or withdrawn, and no new addresses are assigned.',
    PAUSE_SCOPES,
  ),
  name: text('Name of the paused feature, market or coin, e.g. TOMAN_DEPOSIT, BITCOIN_TOMAN, BITCOIN.', {
    pattern: '^[A-Z_]{1,40}$',
    examples: ['BITCOIN_TOMAN'],
  }),
};
const pauseFields = {
  ...pausable,
  text: described('Message shown to users.', BilingualText),
  endsAt: nullable('Time at which the pause ends automatically. Null: until staff ends it.', Timestamp),
};
export const Pause = object(pauseFields);
export type Pause = Static<typeof Pause>;

const maintenanceFields = {
  isOn: flag('Whether changes by customers are refused. Reading continues to work.'),
  text: nullable('Message shown to users. Null while maintenance is off.', BilingualText),
  expectedEnd: nullable('Expected end of the maintenance. Null if unknown.', Timestamp),
};
export const Maintenance = object({
  ...maintenanceFields,
  paused: list(
    'Features, markets and coins that are paused now. Requests for them are refused with PAUSED.',
    Pause,
  ),
});
export type Maintenance = Static<typeof Maintenance>;

export const maintenance = endpoint('GET', '/maintenance', {
  access: 'public',
  rate: 'read',
  summary: 'Returns whether maintenance is on, what is paused, and until when',
  reply: itemReply(Maintenance),
});

export const SERVICE_STATES = ['WORKING', 'LIMITED', 'DISTURBED', 'MAINTENANCE'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

export const ServiceStatus = object({
  state: oneOf(
    'WORKING: everything works. LIMITED: something is paused, a traded coin has no price, or withdrawals are held. DISTURBED: nothing is settled at the moment. MAINTENANCE: changes are refused, as announced.',
    SERVICE_STATES,
  ),
  books: LedgerCheck,
});
export type ServiceStatus = Static<typeof ServiceStatus>;

export const serviceStatus = endpoint('GET', '/status', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary:
    'Returns the status of the exchange, at most five seconds old; for pauses and maintenance, see GET /maintenance',
  reply: itemReply(ServiceStatus),
});

const ProcessRow = object({
  id: text('Name of the process, new at each start.'),
  role: oneOf('SERVER: serves requests of users. WORKER: runs background work.', ['SERVER', 'WORKER']),
  version: text('Version that the process runs.'),
  commit: nullable('Commit from which the version was built. Null if unknown.', Type.String()),
  host: text('Host of the process.'),
  pid: integer('Process id on that host.'),
  settles: flag('Whether the process holds the lease and writes the ledger.'),
  startedAt: time('Time at which the process started.'),
  heardAt: time('Time of the last heartbeat.'),
  isSilent: flag('Whether the last heartbeat is too old.'),
});

const DeliveryQueue = object({
  waiting: integer('Number waiting to be sent, including those that failed before.'),
  failing: integer('Number of these that failed before and will be retried.'),
  givenUp: integer('Number that are no longer retried; for webhooks, in the last seven days.'),
});

export const FailedJob = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  name: text('Kind of the job, as named in the program.'),
  attempts: integer('Number of attempts.'),
  givenUp: flag('Whether it is no longer retried automatically.'),
  error: text('First line of its last error, shortened.'),
  nextTryAt: nullable('Time of the next attempt. Null if it is no longer retried.', Timestamp),
});
export type FailedJob = Static<typeof FailedJob>;

const Drill = object({
  state: oneOf(
    'NOT_EXPECTED: the settings name no record. NONE: no drill has run yet. UNREADABLE: the record cannot be read. HELD: the last drill succeeded. FAILED: the last drill failed.',
    ['NOT_EXPECTED', 'NONE', 'UNREADABLE', 'HELD', 'FAILED'],
  ),
  begunAt: nullable('Time at which the last drill started.', Timestamp),
  recoveryPoint: nullable('Time of the last transaction that the drill restored.', Timestamp),
  lostMs: nullable('Age of the missing ledger data, in milliseconds.', Type.Number()),
  recoveryMs: nullable('Time until the restored copy responded, in milliseconds.', Type.Number()),
  faults: list('Problems found by the drill.', Type.String()),
});

/** Backups that are made automatically; decision 126. */
export const BACKUP_NAMES = [
  'database-full',
  'database-diff',
  'archive',
  'stream',
  'documents',
  'signer',
  'documents-restore',
  'signer-restore',
] as const;
export type BackupName = (typeof BACKUP_NAMES)[number];

const BackupState = object({
  name: oneOf('Name of the backup job.', BACKUP_NAMES),
  state: oneOf(
    'GOOD: the last run succeeded in time. FAILED: the last run failed. LATE: the last success is too old. NONE: there was no run yet and none is due.',
    ['GOOD', 'FAILED', 'LATE', 'NONE'],
  ),
  goodAt: nullable('Time of the last success. Null if there was none.', Timestamp),
  failedAt: nullable('Time of the failure, if there was no success since.', Timestamp),
  error: nullable('Error reported by the failed run.', Type.String()),
  ageMs: described(
    'Milliseconds since the last success, or since the first run was expected.',
    Type.Number(),
  ),
  lateMs: described('Maximum age, in milliseconds.', Type.Number()),
});
export type BackupState = Static<typeof BackupState>;

const Archive = object({
  isOn: flag('Whether the database archives its write-ahead log continuously.'),
  lastAt: nullable('Time at which a log segment was last archived.', Timestamp),
  failedAt: nullable('Time at which archiving failed, if it did not succeed since.', Timestamp),
});

export const StaffMaintenance = object({
  ...maintenanceFields,
  version: integer('Version of the maintenance, incremented with each change; 0: never changed.'),
  beganAt: nullable('Time at which maintenance started.', Timestamp),
  changedBy: text('Email address of the staff member who changed it last. Empty if it was never changed.'),
});
export type StaffMaintenance = Static<typeof StaffMaintenance>;

export const StaffPause = object({
  ...pauseFields,
  version: integer('Version of the pause, incremented with each change.'),
  beginsAt: time('Time at which the pause starts or started.'),
  changedBy: text('Email address of the staff member who changed it last.'),
});
export type StaffPause = Static<typeof StaffPause>;

export const OperationsView = object({
  maintenance: described('State of maintenance, which stops all changes by customers.', StaffMaintenance),
  pauses: list('Current and scheduled pauses, soonest first.', StaffPause),
  processes: list('Running processes, oldest first.', ProcessRow),
  lease: described('Lease of the ledger writer.', {
    epoch: text('Epoch of the lease, incremented with each change of its holder.'),
    isHeld: flag('Whether a process holds the lease now.'),
  }),
  followers: list('Results that are calculated from the ledger after settlement.', {
    name: described('Name of the calculation.', FollowerName),
    waitingSince: nullable('Time since which it is behind. Null if it is up to date.', Timestamp),
    upToDateAt: nullable(
      'Estimated time at which it will be up to date, from its progress in the last two minutes. Null if it is up to date, falls further behind, or was not measured yet.',
      Timestamp,
    ),
  }),
  jobs: described('Jobs in the queue, of all kinds together.', {
    due: integer('Number of jobs that are due or running.'),
    dueSince: nullable('Time of the oldest of these.', Timestamp),
    failing: integer('Number of jobs that failed before and will be retried.'),
    givenUp: integer('Number of jobs that are no longer retried.'),
  }),
  failedJobs: list('Failed jobs, those no longer retried first, at most 50.', FailedJob),
  messages: described('Emails and SMS of notices.', DeliveryQueue),
  webhooks: described('Webhooks of stores.', DeliveryQueue),
  drill: described('Result of the last trial restore.', Drill),
  archive: described('Archive of the write-ahead log, which a restore replays.', Archive),
  backups: list('Expected backups (`BACKUP_JOBS`).', BackupState),
});
export type OperationsView = Static<typeof OperationsView>;

const staff = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const Reason = reasonText('Reason for the change. Written to the audit log.');
const Version = integer('Version on which the change is based.', { minimum: 0 });

export const readOperations = endpoint('GET', '/backoffice/operations', {
  ...staff,
  rate: 'read',
  summary: 'Returns running processes, the ledger writer, and waiting and failed work',
  reply: itemReply(OperationsView),
});

export const beginMaintenance = endpoint('PUT', '/backoffice/maintenance', {
  ...staff,
  roles: [],
  summary:
    'Starts maintenance or changes its message; in effect in every process that settles by the time of the reply',
  settles: true,
  body: object({
    version: Version,
    text: described('Message shown to users.', bilingual(Type.String({ minLength: 1, maxLength: 300 }))),
    expectedEnd: nullable('Expected end of the maintenance. Null if unknown.', TimestampInput),
    reason: Reason,
  }),
  reply: itemReply(StaffMaintenance),
  errors: ['CONFLICT', 'BAD_REQUEST'],
});

export const endMaintenance = endpoint('POST', '/backoffice/maintenance/end', {
  ...staff,
  roles: [],
  summary: 'Ends maintenance',
  settles: true,
  body: object({ version: Version, reason: Reason }),
  reply: itemReply(StaffMaintenance),
  errors: ['CONFLICT'],
});

const pauseParams = object(pausable);

export const savePause = endpoint('PUT', '/backoffice/pauses/:scope/:name', {
  ...staff,
  roles: [],
  summary:
    'Pauses a feature, a market or a coin, or changes its pause; in effect in every process that settles by the time of the reply',
  settles: true,
  params: pauseParams,
  body: object({
    version: integer('Version of the pause on which the change is based; 0: there was none.', { minimum: 0 }),
    text: described('Message shown to users.', bilingual(Type.String({ minLength: 1, maxLength: 300 }))),
    beginsAt: nullable(
      'Start of the pause. Null: immediately, or unchanged if the pause has already started.',
      TimestampInput,
    ),
    endsAt: nullable(
      'Time at which the pause ends automatically. Null: until staff ends it.',
      TimestampInput,
    ),
    reason: Reason,
  }),
  reply: itemReply(StaffPause),
  errors: ['NOT_FOUND', 'CONFLICT', 'BAD_REQUEST'],
});

export const endPause = endpoint('POST', '/backoffice/pauses/:scope/:name/end', {
  ...staff,
  roles: [],
  summary: 'Ends a pause early, or cancels one that has not started',
  settles: true,
  params: pauseParams,
  body: object({ version: Version, reason: Reason }),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const retryJob = endpoint('POST', '/backoffice/jobs/:id/retry', {
  ...staff,
  summary: 'Retries a failed job immediately, starting with its first attempt',
  params: object({ id: text('Id, as returned by the list endpoint.', { pattern: '^[0-9]{1,18}$' }) }),
  body: object({ reason: Reason }),
  reply: itemReply(OperationsView),
  errors: ['NOT_FOUND'],
});
