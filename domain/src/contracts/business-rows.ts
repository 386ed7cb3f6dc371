/** The business rows of the back office: coins, networks, markets, levels and limits; see `BUSINESS_ROWS`. */
import { type Static, Type } from 'typebox';
import { BUSINESS_ROW_KINDS } from '../business-rows.ts';
import { USER_LEVELS } from '../fees.ts';
import {
  DecimalInput,
  described,
  endpoint,
  open,
  pageQuery,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';

const treasury = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const kind = Type.Enum(BUSINESS_ROW_KINDS);
const key = Type.String({ maxLength: 60 });

const Values = described(
  'Values by field name; the fields depend on the kind. A value is a decimal text, an integer or a boolean.',
  Type.Record(
    Type.String({ maxLength: 40 }),
    Type.Union([Type.String({ maxLength: 60 }), Type.Integer(), Type.Boolean()]),
    { maxProperties: 20 },
  ),
);

/** WAITING: for a second admin. OVERTAKEN: the row was changed in the meantime. */
export const ROW_CHANGE_STATES = ['WAITING', 'DONE', 'CANCELLED', 'OVERTAKEN'] as const;

export const RowChange = Type.Object(
  {
    id: described('Unique id, used in the paths of other endpoints.', Type.String()),
    kind: described('Kind of the row, such as a coin, a network, a market, a level or a limit.', kind),
    key: described('Key of the row.', key),
    before: described('Previous values of the changed fields.', Values),
    after: described('New values of the changed fields.', Values),
    reason: described('Reason for the change, as written by staff.', Type.String()),
    state: described(
      'WAITING: waiting for a second admin. DONE: in effect. CANCELLED: cancelled. OVERTAKEN: the row was changed in the meantime.',
      Type.Enum(ROW_CHANGE_STATES),
    ),
    askedBy: described('Email address of the staff member who requested the change.', Type.String()),
    askedAtDateTime: described('Time of the request.', Timestamp),
    decidedBy: described(
      'Email address of the admin who confirmed or cancelled it.',
      nullable(Type.String()),
    ),
    decidedAtDateTime: described('Time of the decision. Null until then.', nullable(Timestamp)),
    mayConfirm: described('Whether the caller may confirm it.', Type.Boolean()),
  },
  open,
);
export type RowChange = Static<typeof RowChange>;

export const BusinessRow = Type.Object(
  {
    key: described(
      'Key of the row, e.g. `BITCOIN`, `TETHER.TRC20`, `GOLD`; `ALL` if the kind has only one row.',
      key,
    ),
    version: described('Version of the row, which a change must specify.', Type.Integer()),
    values: described('Values of the row.', Values),
    last: described('Latest change in effect. Null if the row was never changed.', nullable(RowChange)),
    waiting: described('Change waiting for a second admin.', nullable(RowChange)),
  },
  open,
);
export type BusinessRow = Static<typeof BusinessRow>;

export const businessRows = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/rows/:kind',
  summary:
    'Lists all rows of a kind: coin, network, market, price source, quote, bank, level, limits of withdrawals and stores',
  params: Type.Object(
    {
      kind: described(
        'Kind of the rows, such as coin, network, market, quote, bank, a level or a limit.',
        kind,
      ),
    },
    open,
  ),
  reply: withContent(BusinessRow),
});

export const changeBusinessRow = endpoint({
  ...treasury,
  method: 'PUT',
  path: '/backoffice/rows/:kind/:key',
  settles: true,
  summary:
    'Changes fields of a row, immediately and in every process; a change that weakens a protection waits for a second admin. The role treasury may only switch things off; all other changes require an admin',
  params: Type.Object(
    {
      kind: described(
        'Kind of the row, such as coin, network, market, quote, bank, a level or a limit.',
        kind,
      ),
      key: described('Key of the row.', key),
    },
    open,
  ),
  body: Type.Object(
    {
      version: described(
        'Version of the row on which the change is based. CONFLICT if the row has a newer one.',
        Type.Integer(),
      ),
      changes: described('New values of the fields to change.', Values),
      reason: described(
        'Reason for the change. Written to the audit log.',
        Type.String({ minLength: 3, maxLength: 300 }),
      ),
    },
    open,
  ),
  reply: withBase(RowChange),
  errors: ['NOT_FOUND', 'CONFLICT', 'SAME_VALUE'],
});

export const rowChanges = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/row-changes',
  summary: 'Lists completed and waiting changes, newest first',
  query: Type.Object(
    {
      size: described('Number of entries to return.', pageQuery.size),
      cursor: described('The `nextCursor` of the previous reply.', pageQuery.cursor),
      state: described(
        'Returns only changes in this state. Default: all.',
        Type.Optional(Type.Enum(ROW_CHANGE_STATES)),
      ),
      kinds: described(
        'Kinds of rows, separated by commas. Default: all.',
        Type.Optional(Type.String({ maxLength: 300, examples: ['thresholds,withdrawalLevel'] })),
      ),
    },
    open,
  ),
  reply: withContent(RowChange),
});

const params = Type.Object(
  { id: described('Id, as returned by the list endpoint.', Type.String({ maxLength: 40 })) },
  open,
);

export const confirmRowChange = endpoint({
  ...treasury,
  roles: [],
  method: 'POST',
  path: '/backoffice/row-changes/:id/confirm',
  settles: true,
  summary: 'Confirms a waiting change as a second admin',
  params,
  reply: withBase(RowChange),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const cancelRowChange = endpoint({
  ...treasury,
  roles: [],
  method: 'POST',
  path: '/backoffice/row-changes/:id/cancel',
  summary: 'Cancels a waiting change; its requester may cancel it too',
  params,
  reply: withBase(RowChange),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const LevelEffect = Type.Object(
  {
    userAccountLevel: described('Level, which determines fees and limits.', Type.Enum(USER_LEVELS)),
    now: described(
      'Number of users whose three-month volume earns the level now. BRONZE, the level of all other users, is not included.',
      Type.Integer(),
    ),
    after: described(
      'Number of users whose three-month volume would earn the level after the change.',
      Type.Integer(),
    ),
  },
  open,
);
export type LevelEffect = Static<typeof LevelEffect>;

export const levelEffect = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/levels/:level/effect',
  summary: 'Returns the number of users at each level if this level required a different volume',
  params: Type.Object(
    { level: described('Level whose required volume would change.', Type.Enum(USER_LEVELS)) },
    open,
  ),
  query: Type.Object(
    {
      tradeAmount: described('Three-month volume required for the level, in Toman.', DecimalInput),
    },
    open,
  ),
  reply: withContent(LevelEffect),
});
