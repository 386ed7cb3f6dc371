/** Operations by staff: maintenance and pauses, processes, pending and failed work; and the public status. */
import { type Static, type TSchema, Type } from 'typebox';
import { PAUSE_SCOPES } from '../pauses.ts';
import { described, endpoint, open, success, Timestamp, TimestampInput, withBase } from './endpoint.ts';
import { BooksCheck, FollowerName } from './watch.ts';

const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const texts = <S extends TSchema>(text: S) =>
  Type.Object({ fa: described('Text in Persian.', text), en: described('Text in English.', text) }, open);

export const BilingualText = texts(Type.String());

const pausable = {
  scope: described(
    'FEATURE: a customer operation. MARKET: trading in the market is stopped; open orders can be cancelled. COIN: the coin is not traded or withdrawn, and no new addresses are assigned.',
    Type.Enum(PAUSE_SCOPES),
  ),
  name: described(
    'Name of the paused feature, market or coin, e.g. TOMAN_DEPOSIT, BITCOIN_TOMAN, BITCOIN.',
    Type.String({ pattern: '^[A-Z_]{1,40}$', examples: ['BITCOIN_TOMAN'] }),
  ),
};
const pauseFields = {
  ...pausable,
  text: described('Message shown to users.', BilingualText),
  endsAt: described(
    'Time at which the pause ends automatically. Null: until staff ends it.',
    nullable(Timestamp),
  ),
};
export const Pause = Type.Object(pauseFields, open);
export type Pause = Static<typeof Pause>;

const maintenanceFields = {
  isOn: described('Whether changes by customers are refused. Reading continues to work.', Type.Boolean()),
  text: described('Message shown to users. Null while maintenance is off.', nullable(BilingualText)),
  expectedEnd: described('Expected end of the maintenance. Null if unknown.', nullable(Timestamp)),
};
export const Maintenance = Type.Object(
  {
    ...maintenanceFields,
    paused: described(
      'Features, markets and coins that are paused now. Requests for them are refused with PAUSED.',
      Type.Array(Pause),
    ),
  },
  open,
);
export type Maintenance = Static<typeof Maintenance>;

export const maintenance = endpoint({
  method: 'GET',
  path: '/maintenance',
  access: 'public',
  rate: 'read',
  summary: 'Returns whether maintenance is on, what is paused, and until when',
  reply: withBase(Maintenance),
});

export const SERVICE_STATES = ['WORKING', 'LIMITED', 'DISTURBED', 'MAINTENANCE'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

export const ServiceStatus = Type.Object(
  {
    state: described(
      'WORKING: everything works. LIMITED: something is paused, a traded coin has no price, or withdrawals are held. DISTURBED: nothing is settled at the moment. MAINTENANCE: changes are refused, as announced.',
      Type.Enum(SERVICE_STATES),
    ),
    books: BooksCheck,
  },
  open,
);
export type ServiceStatus = Static<typeof ServiceStatus>;

export const serviceStatus = endpoint({
  method: 'GET',
  path: '/status',
  access: 'public',
  shared: true,
  rate: 'read',
  summary:
    'Returns the status of the exchange, at most five seconds old; for pauses and maintenance, see GET /maintenance',
  reply: withBase(ServiceStatus),
});

const ProcessRow = Type.Object(
  {
    id: described('Name of the process, new at each start.', Type.String()),
    role: described(
      'SERVER: serves requests of users. WORKER: runs background work.',
      Type.Enum(['SERVER', 'WORKER']),
    ),
    version: described('Version that the process runs.', Type.String()),
    commit: described('Commit from which the version was built. Null if unknown.', nullable(Type.String())),
    host: described('Host of the process.', Type.String()),
    pid: described('Process id on that host.', Type.Integer()),
    settles: described('Whether the process holds the lease and writes the ledger.', Type.Boolean()),
    startedAt: described('Time at which the process started.', Timestamp),
    heardAt: described('Time of the last heartbeat.', Timestamp),
    isSilent: described('Whether the last heartbeat is too old.', Type.Boolean()),
  },
  open,
);

const Waiting = Type.Object(
  {
    waiting: described('Number waiting to be sent, including those that failed before.', Type.Integer()),
    failing: described('Number of these that failed before and will be retried.', Type.Integer()),
    givenUp: described(
      'Number that are no longer retried; for webhooks, in the last seven days.',
      Type.Integer(),
    ),
  },
  open,
);

export const FailedJob = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    name: described('Kind of the job, as named in the program.', Type.String()),
    attempts: described('Number of attempts.', Type.Integer()),
    givenUp: described('Whether it is no longer retried automatically.', Type.Boolean()),
    error: described('First line of its last error, shortened.', Type.String()),
    nextTryAt: described('Time of the next attempt. Null if it is no longer retried.', nullable(Timestamp)),
  },
  open,
);
export type FailedJob = Static<typeof FailedJob>;

const Drill = Type.Object(
  {
    state: described(
      'NOT_EXPECTED: the settings name no record. NONE: no drill has run yet. UNREADABLE: the record cannot be read. HELD: the last drill succeeded. FAILED: the last drill failed.',
      Type.Enum(['NOT_EXPECTED', 'NONE', 'UNREADABLE', 'HELD', 'FAILED']),
    ),
    begunAt: described('Time at which the last drill started.', nullable(Timestamp)),
    recoveryPoint: described('Time of the last transaction that the drill restored.', nullable(Timestamp)),
    lostMs: described('Age of the missing ledger data, in milliseconds.', nullable(Type.Number())),
    recoveryMs: described(
      'Time until the restored copy responded, in milliseconds.',
      nullable(Type.Number()),
    ),
    faults: described('Problems found by the drill.', Type.Array(Type.String())),
  },
  open,
);

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

const BackupState = Type.Object(
  {
    name: described('Name of the backup job.', Type.Enum(BACKUP_NAMES)),
    state: described(
      'GOOD: the last run succeeded in time. FAILED: the last run failed. LATE: the last success is too old. NONE: there was no run yet and none is due.',
      Type.Enum(['GOOD', 'FAILED', 'LATE', 'NONE']),
    ),
    goodAt: described('Time of the last success. Null if there was none.', nullable(Timestamp)),
    failedAt: described('Time of the failure, if there was no success since.', nullable(Timestamp)),
    error: described('Error reported by the failed run.', nullable(Type.String())),
    ageMs: described(
      'Milliseconds since the last success, or since the first run was expected.',
      Type.Number(),
    ),
    lateMs: described('Maximum age, in milliseconds.', Type.Number()),
  },
  open,
);
export type BackupState = Static<typeof BackupState>;

const Archive = Type.Object(
  {
    isOn: described('Whether the database archives its write-ahead log continuously.', Type.Boolean()),
    lastAt: described('Time at which a log segment was last archived.', nullable(Timestamp)),
    failedAt: described('Time at which archiving failed, if it did not succeed since.', nullable(Timestamp)),
  },
  open,
);

export const StaffMaintenance = Type.Object(
  {
    ...maintenanceFields,
    version: described(
      'Version of the maintenance, incremented with each change; 0: never changed.',
      Type.Integer(),
    ),
    beganAt: described('Time at which maintenance started.', nullable(Timestamp)),
    changedBy: described(
      'Email address of the staff member who changed it last. Empty if it was never changed.',
      Type.String(),
    ),
  },
  open,
);
export type StaffMaintenance = Static<typeof StaffMaintenance>;

export const StaffPause = Type.Object(
  {
    ...pauseFields,
    version: described('Version of the pause, incremented with each change.', Type.Integer()),
    beginsAt: described('Time at which the pause starts or started.', Timestamp),
    changedBy: described('Email address of the staff member who changed it last.', Type.String()),
  },
  open,
);
export type StaffPause = Static<typeof StaffPause>;

export const OperationsView = Type.Object(
  {
    maintenance: described('State of maintenance, which stops all changes by customers.', StaffMaintenance),
    pauses: described('Current and scheduled pauses, soonest first.', Type.Array(StaffPause)),
    processes: described('Running processes, oldest first.', Type.Array(ProcessRow)),
    lease: described(
      'Lease of the ledger writer.',
      Type.Object(
        {
          epoch: described('Epoch of the lease, incremented with each change of its holder.', Type.String()),
          isHeld: described('Whether a process holds the lease now.', Type.Boolean()),
        },
        open,
      ),
    ),
    followers: described(
      'Results that are calculated from the ledger after settlement.',
      Type.Array(
        Type.Object(
          {
            name: described('Name of the calculation.', FollowerName),
            waitingSince: described(
              'Time since which it is behind. Null if it is up to date.',
              nullable(Timestamp),
            ),
            upToDateAt: described(
              'Estimated time at which it will be up to date, from its progress in the last two minutes. Null if it is up to date, falls further behind, or was not measured yet.',
              nullable(Timestamp),
            ),
          },
          open,
        ),
      ),
    ),
    jobs: described(
      'Jobs in the queue, of all kinds together.',
      Type.Object(
        {
          due: described('Number of jobs that are due or running.', Type.Integer()),
          dueSince: described('Time of the oldest of these.', nullable(Timestamp)),
          failing: described('Number of jobs that failed before and will be retried.', Type.Integer()),
          givenUp: described('Number of jobs that are no longer retried.', Type.Integer()),
        },
        open,
      ),
    ),
    failedJobs: described('Failed jobs, those no longer retried first, at most 50.', Type.Array(FailedJob)),
    messages: described('Emails and SMS of notices.', Waiting),
    webhooks: described('Webhooks of stores.', Waiting),
    drill: described('Result of the last trial restore.', Drill),
    archive: described('Archive of the write-ahead log, which a restore replays.', Archive),
    backups: described('Expected backups (`BACKUP_JOBS`).', Type.Array(BackupState)),
  },
  open,
);
export type OperationsView = Static<typeof OperationsView>;

const staff = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const Reason = described(
  'Reason for the change. Written to the audit log.',
  Type.String({ minLength: 3, maxLength: 300 }),
);
const Version = described('Version on which the change is based.', Type.Integer({ minimum: 0 }));

export const readOperations = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/operations',
  rate: 'read',
  summary: 'Returns running processes, the ledger writer, and waiting and failed work',
  reply: withBase(OperationsView),
});

export const beginMaintenance = endpoint({
  ...staff,
  method: 'PUT',
  path: '/backoffice/maintenance',
  roles: [],
  summary:
    'Starts maintenance or changes its message; in effect in every process that settles by the time of the reply',
  settles: true,
  body: Type.Object(
    {
      version: Version,
      text: described('Message shown to users.', texts(Type.String({ minLength: 1, maxLength: 300 }))),
      expectedEnd: described('Expected end of the maintenance. Null if unknown.', nullable(TimestampInput)),
      reason: Reason,
    },
    open,
  ),
  reply: withBase(StaffMaintenance),
  errors: ['CONFLICT', 'BAD_REQUEST'],
});

export const endMaintenance = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/maintenance/end',
  roles: [],
  summary: 'Ends maintenance',
  settles: true,
  body: Type.Object({ version: Version, reason: Reason }, open),
  reply: withBase(StaffMaintenance),
  errors: ['CONFLICT'],
});

const pauseParams = Type.Object(pausable, open);

export const savePause = endpoint({
  ...staff,
  method: 'PUT',
  path: '/backoffice/pauses/:scope/:name',
  roles: [],
  summary:
    'Pauses a feature, a market or a coin, or changes its pause; in effect in every process that settles by the time of the reply',
  settles: true,
  params: pauseParams,
  body: Type.Object(
    {
      version: described(
        'Version of the pause on which the change is based; 0: there was none.',
        Type.Integer({ minimum: 0 }),
      ),
      text: described('Message shown to users.', texts(Type.String({ minLength: 1, maxLength: 300 }))),
      beginsAt: described(
        'Start of the pause. Null: immediately, or unchanged if the pause has already started.',
        nullable(TimestampInput),
      ),
      endsAt: described(
        'Time at which the pause ends automatically. Null: until staff ends it.',
        nullable(TimestampInput),
      ),
      reason: Reason,
    },
    open,
  ),
  reply: withBase(StaffPause),
  errors: ['NOT_FOUND', 'CONFLICT', 'BAD_REQUEST'],
});

export const endPause = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/pauses/:scope/:name/end',
  roles: [],
  summary: 'Ends a pause early, or cancels one that has not started',
  settles: true,
  params: pauseParams,
  body: Type.Object({ version: Version, reason: Reason }, open),
  reply: success({}),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const retryJob = endpoint({
  ...staff,
  method: 'POST',
  path: '/backoffice/jobs/:id/retry',
  summary: 'Retries a failed job immediately, starting with its first attempt',
  params: Type.Object(
    { id: described('Id, as returned by the list endpoint.', Type.String({ pattern: '^[0-9]{1,18}$' })) },
    open,
  ),
  body: Type.Object({ reason: Reason }, open),
  reply: withBase(OperationsView),
  errors: ['NOT_FOUND'],
});
