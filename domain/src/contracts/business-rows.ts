/** The business rows of the back office: coins, networks, markets, levels and limits; see `BUSINESS_ROWS`. */
import { type Static, Type } from 'typebox';
import { BUSINESS_ROW_KINDS } from '../business-rows.ts';
import { USER_LEVELS } from '../fees.ts';
import { endpoint } from './endpoint.ts';
import {
  DecimalInput,
  described,
  flag,
  idParams,
  integer,
  itemReply,
  listReply,
  nullable,
  object,
  oneOf,
  optional,
  pageQuery,
  reasonText,
  Timestamp,
  text,
  time,
} from './fields.ts';

const treasury = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;

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

export const RowChange = object({
  id: text('Unique id, used in the paths of other endpoints.'),
  kind: described('Kind of the row, such as a coin, a network, a market, a level or a limit.', kind),
  key: described('Key of the row.', key),
  before: described('Previous values of the changed fields.', Values),
  after: described('New values of the changed fields.', Values),
  reason: text('Reason for the change, as written by staff.'),
  state: oneOf(
    'WAITING: waiting for a second admin. DONE: in effect. CANCELLED: cancelled. OVERTAKEN: the row was changed in the meantime.',
    ROW_CHANGE_STATES,
  ),
  askedBy: text('Email address of the staff member who requested the change.'),
  askedAtDateTime: time('Time of the request.'),
  decidedBy: nullable('Email address of the admin who confirmed or cancelled it.', Type.String()),
  decidedAtDateTime: nullable('Time of the decision. Null until then.', Timestamp),
  mayConfirm: flag('Whether the caller may confirm it.'),
});
export type RowChange = Static<typeof RowChange>;

export const BusinessRow = object({
  key: described(
    'Key of the row, e.g. `BITCOIN`, `TETHER.TRC20`, `GOLD`; `ALL` if the kind has only one row.',
    key,
  ),
  version: integer('Version of the row, which a change must specify.'),
  values: described('Values of the row.', Values),
  last: nullable('Latest change in effect. Null if the row was never changed.', RowChange),
  waiting: nullable('Change waiting for a second admin.', RowChange),
});
export type BusinessRow = Static<typeof BusinessRow>;

export const businessRows = endpoint('GET', '/backoffice/rows/:kind', {
  ...treasury,
  summary:
    'Lists all rows of a kind: coin, network, market, price source, quote, bank, level, limits of withdrawals and stores',
  params: object({
    kind: described(
      'Kind of the rows, such as coin, network, market, quote, bank, a level or a limit.',
      kind,
    ),
  }),
  reply: listReply(BusinessRow),
});

export const changeBusinessRow = endpoint('PUT', '/backoffice/rows/:kind/:key', {
  ...treasury,
  settles: true,
  summary:
    'Changes fields of a row, immediately and in every process; a change that weakens a protection waits for a second admin. The role treasury may only switch things off; all other changes require an admin',
  params: object({
    kind: described('Kind of the row, such as coin, network, market, quote, bank, a level or a limit.', kind),
    key: described('Key of the row.', key),
  }),
  body: object({
    version: integer('Version of the row on which the change is based. CONFLICT if the row has a newer one.'),
    changes: described('New values of the fields to change.', Values),
    reason: reasonText('Reason for the change. Written to the audit log.'),
  }),
  reply: itemReply(RowChange),
  errors: ['NOT_FOUND', 'CONFLICT', 'SAME_VALUE'],
});

export const rowChanges = endpoint('GET', '/backoffice/row-changes', {
  ...treasury,
  summary: 'Lists completed and waiting changes, newest first',
  query: object({
    size: described('Number of entries to return.', pageQuery.size),
    cursor: described('The `nextCursor` of the previous reply.', pageQuery.cursor),
    state: optional('Returns only changes in this state. Default: all.', Type.Enum(ROW_CHANGE_STATES)),
    kinds: optional(
      'Kinds of rows, separated by commas. Default: all.',
      Type.String({ maxLength: 300, examples: ['thresholds,withdrawalLevel'] }),
    ),
  }),
  reply: listReply(RowChange),
});

export const confirmRowChange = endpoint('POST', '/backoffice/row-changes/:id/confirm', {
  ...treasury,
  roles: [],
  settles: true,
  summary: 'Confirms a waiting change as a second admin',
  params: idParams,
  reply: itemReply(RowChange),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const cancelRowChange = endpoint('POST', '/backoffice/row-changes/:id/cancel', {
  ...treasury,
  roles: [],
  summary: 'Cancels a waiting change; its requester may cancel it too',
  params: idParams,
  reply: itemReply(RowChange),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const LevelEffect = object({
  userAccountLevel: oneOf('Level, which determines fees and limits.', USER_LEVELS),
  now: integer(
    'Number of users whose three-month volume earns the level now. BRONZE, the level of all other users, is not included.',
  ),
  after: integer('Number of users whose three-month volume would earn the level after the change.'),
});
export type LevelEffect = Static<typeof LevelEffect>;

export const levelEffect = endpoint('GET', '/backoffice/levels/:level/effect', {
  ...treasury,
  summary: 'Returns the number of users at each level if this level required a different volume',
  params: object({ level: oneOf('Level whose required volume would change.', USER_LEVELS) }),
  query: object({
    tradeAmount: described('Three-month volume required for the level, in Toman.', DecimalInput),
  }),
  reply: listReply(LevelEffect),
});
