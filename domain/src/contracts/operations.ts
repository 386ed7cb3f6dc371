/** Operations by staff: maintenance and pauses, processes, pending and failed work; and the public status. */
import { type Static, type TSchema, Type } from 'typebox';
import { PAUSE_SCOPES } from '../pauses.ts';
import { described, endpoint, open, success, Timestamp, TimestampInput, withBase } from './endpoint.ts';
import { BooksCheck, FollowerName } from './watch.ts';

const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const texts = <S extends TSchema>(text: S) =>
  Type.Object({ fa: described('In Persian.', text), en: described('In English.', text) }, open);

export const BilingualText = texts(Type.String());

const pausable = {
  scope: described(
    'FEATURE: a thing that people do; MARKET: nothing is traded in it, what is open there can be cancelled; COIN: it isn’t traded, doesn’t leave and gets no new address.',
    Type.Enum(PAUSE_SCOPES),
  ),
  name: described(
    'Which one: TOMAN_DEPOSIT, BITCOIN_TOMAN, BITCOIN.',
    Type.String({ pattern: '^[A-Z_]{1,40}$', examples: ['BITCOIN_TOMAN'] }),
  ),
};
const pauseFields = {
  ...pausable,
  text: described('What people are told.', BilingualText),
  endsAt: described('When it ends automatically; null: when staff ends it.', nullable(Timestamp)),
};
export const Pause = Type.Object(pauseFields, open);
export type Pause = Static<typeof Pause>;

const maintenanceFields = {
  isOn: described(
    'Whether nothing may be changed by customers now; what only reads goes on.',
    Type.Boolean(),
  ),
  text: described('What people are told; null while it is off.', nullable(BilingualText)),
  expectedEnd: described(
    'When people may come back, as far as staff knows; null: nobody knows.',
    nullable(Timestamp),
  ),
};
export const Maintenance = Type.Object(
  {
    ...maintenanceFields,
    paused: described('What is paused now, each on its own; refused with PAUSED.', Type.Array(Pause)),
  },
  open,
);
export type Maintenance = Static<typeof Maintenance>;

export const maintenance = endpoint({
  method: 'GET',
  path: '/maintenance',
  access: 'public',
  rate: 'read',
  summary: 'Whether maintenance is on and what is paused, and until when',
  reply: withBase(Maintenance),
});

export const SERVICE_STATES = ['WORKING', 'LIMITED', 'DISTURBED', 'MAINTENANCE'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

export const ServiceStatus = Type.Object(
  {
    state: described(
      'WORKING: everything. LIMITED: a part is paused, a coin that is traded has no price, or what leaves is held back. DISTURBED: nothing is settled at the moment. MAINTENANCE: nothing may be changed, as announced.',
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
    'Whether everything works, at most five seconds old; what is paused or maintained, GET /maintenance says',
  reply: withBase(ServiceStatus),
});

const ProcessRow = Type.Object(
  {
    id: described('Its name, new at each start.', Type.String()),
    role: described(
      'SERVER answers people; WORKER does what nobody waits for.',
      Type.Enum(['SERVER', 'WORKER']),
    ),
    version: described('The version it runs.', Type.String()),
    commit: described('What that was built from; null: nobody knows.', nullable(Type.String())),
    host: described('The machine it runs on.', Type.String()),
    pid: described('Its number there.', Type.Integer()),
    settles: described('Whether it holds the lease and settles the books.', Type.Boolean()),
    startedAt: described('When it began.', Timestamp),
    heardAt: described('When it last said that it is there.', Timestamp),
    isSilent: described('Whether that is too long ago.', Type.Boolean()),
  },
  open,
);

const Waiting = Type.Object(
  {
    waiting: described('To be sent, of them those that were tried before.', Type.Integer()),
    failing: described('Of these: tried before, and tried again later.', Type.Integer()),
    givenUp: described('Not tried any more; of webhooks, in the last seven days.', Type.Integer()),
  },
  open,
);

export const FailedJob = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    name: described('What it does, as the program calls it.', Type.String()),
    attempts: described('How often it was tried.', Type.Integer()),
    givenUp: described('Whether it is no longer retried automatically.', Type.Boolean()),
    error: described('The first line of its last error, shortened.', Type.String()),
    nextTryAt: described('When it is tried again; null: given up.', nullable(Timestamp)),
  },
  open,
);
export type FailedJob = Static<typeof FailedJob>;

const Drill = Type.Object(
  {
    state: described(
      'NOT_EXPECTED: the settings name no record. NONE: none was made yet. UNREADABLE: its record says nothing. HELD, FAILED: as the last one ended.',
      Type.Enum(['NOT_EXPECTED', 'NONE', 'UNREADABLE', 'HELD', 'FAILED']),
    ),
    begunAt: described('When the last one began.', nullable(Timestamp)),
    recoveryPoint: described('The last transaction that it had back.', nullable(Timestamp)),
    lostMs: described('Of what was settled that were missing, in milliseconds.', nullable(Type.Number())),
    recoveryMs: described('Until the copy answered, in milliseconds.', nullable(Type.Number())),
    faults: described('What was wrong.', Type.Array(Type.String())),
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
    name: described('Which copy.', Type.Enum(BACKUP_NAMES)),
    state: described(
      'GOOD: the last one succeeded in time. FAILED: the last one failed. LATE: the last success is too old. NONE: there was none yet, and none is due.',
      Type.Enum(['GOOD', 'FAILED', 'LATE', 'NONE']),
    ),
    goodAt: described('When it last succeeded; null: never.', nullable(Timestamp)),
    failedAt: described('When it failed, and hasn’t succeeded since.', nullable(Timestamp)),
    error: described('What the failed run reported.', nullable(Type.String())),
    ageMs: described(
      'Milliseconds since it last succeeded, or since it was expected for the first time.',
      Type.Number(),
    ),
    lateMs: described('How old it may be, in milliseconds.', Type.Number()),
  },
  open,
);
export type BackupState = Static<typeof BackupState>;

const Archive = Type.Object(
  {
    isOn: described('Whether the database copies its log away as it is written.', Type.Boolean()),
    lastAt: described('When a piece of it was last copied.', nullable(Timestamp)),
    failedAt: described('When copying failed, and hasn’t succeeded since.', nullable(Timestamp)),
  },
  open,
);

export const StaffMaintenance = Type.Object(
  {
    ...maintenanceFields,
    version: described('Counts its changes; 0: there was none.', Type.Integer()),
    beganAt: described('Since when it is on.', nullable(Timestamp)),
    changedBy: described('Email of who changed it last; empty: nobody has.', Type.String()),
  },
  open,
);
export type StaffMaintenance = Static<typeof StaffMaintenance>;

export const StaffPause = Type.Object(
  {
    ...pauseFields,
    version: described('Counts its changes.', Type.Integer()),
    beginsAt: described('Since when it holds, or from when on.', Timestamp),
    changedBy: described('Email of who changed it last.', Type.String()),
  },
  open,
);
export type StaffPause = Static<typeof StaffPause>;

export const OperationsView = Type.Object(
  {
    maintenance: described('Whether customers may change anything.', StaffMaintenance),
    pauses: described('What is paused now and what is going to be, soonest first.', Type.Array(StaffPause)),
    processes: described('What runs, oldest first.', Type.Array(ProcessRow)),
    lease: described(
      'Who may settle the books.',
      Type.Object(
        {
          epoch: described('Its number, which rises with each change of hands.', Type.String()),
          isHeld: described('Whether anyone holds it now.', Type.Boolean()),
        },
        open,
      ),
    ),
    followers: described(
      'What is calculated from the books after they were settled.',
      Type.Array(
        Type.Object(
          {
            name: described('What it calculates.', FollowerName),
            waitingSince: described('Since when it is behind; null: it is not.', nullable(Timestamp)),
          },
          open,
        ),
      ),
    ),
    jobs: described(
      'Jobs in the queue, all kinds together.',
      Type.Object(
        {
          due: described('Due, or at work.', Type.Integer()),
          dueSince: described('The oldest of these.', nullable(Timestamp)),
          failing: described('Tried before, and tried again later.', Type.Integer()),
          givenUp: described('Not tried any more.', Type.Integer()),
        },
        open,
      ),
    ),
    failedJobs: described('Jobs that failed, given up first, at most fifty.', Type.Array(FailedJob)),
    messages: described('Mails and SMS of notices.', Waiting),
    webhooks: described('What programs of stores are told.', Waiting),
    drill: described('The last restore on trial.', Drill),
    archive: described('The copy of the log, from which a restore goes on.', Archive),
    backups: described('Each copy that is expected (`BACKUP_JOBS`).', Type.Array(BackupState)),
  },
  open,
);
export type OperationsView = Static<typeof OperationsView>;

const staff = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const Reason = described('Why; goes to the audit log.', Type.String({ minLength: 3, maxLength: 300 }));
const Version = described('Of what was shown.', Type.Integer({ minimum: 0 }));

export const readOperations = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/operations',
  rate: 'read',
  summary: 'What runs, who settles, what waits and what failed',
  reply: withBase(OperationsView),
});

export const beginMaintenance = endpoint({
  ...staff,
  method: 'PUT',
  path: '/backoffice/maintenance',
  roles: [],
  summary:
    'Begins maintenance, or changes what people are told of it; holds in every process that settles when it is answered',
  settles: true,
  body: Type.Object(
    {
      version: Version,
      text: described('What people are told.', texts(Type.String({ minLength: 1, maxLength: 300 }))),
      expectedEnd: described('When people may come back; null: nobody knows.', nullable(TimestampInput)),
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
    'Pauses a feature, a market or a coin, or changes its pause; holds in every process that settles when it is answered',
  settles: true,
  params: pauseParams,
  body: Type.Object(
    {
      version: described('Of the pause that was shown; 0: there was none.', Type.Integer({ minimum: 0 })),
      text: described('What people are told.', texts(Type.String({ minLength: 1, maxLength: 300 }))),
      beginsAt: described(
        'From when on; null: at once, or as it was of one that has begun.',
        nullable(TimestampInput),
      ),
      endsAt: described('When it ends automatically; null: when staff ends it.', nullable(TimestampInput)),
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
  summary: 'Ends a pause before its time, also one that hasn’t begun',
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
  summary: 'A job that failed is tried at once, from the first attempt',
  params: Type.Object(
    { id: described('The id from the list.', Type.String({ pattern: '^[0-9]{1,18}$' })) },
    open,
  ),
  body: Type.Object({ reason: Reason }, open),
  reply: withBase(OperationsView),
  errors: ['NOT_FOUND'],
});
