/** The staff desk's rows of business: coins, networks, markets, levels and limits; see `DESK_ROWS`. */
import { type Static, Type } from 'typebox';
import { DESK_ROW_KINDS } from '../desk-rows.ts';
import { USER_LEVELS } from '../fees.ts';
import { DecimalInput, endpoint, open, pageQuery, Timestamp, withBase, withContent } from './endpoint.ts';

const treasury = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const kind = Type.Enum(DESK_ROW_KINDS);
const key = Type.String({ maxLength: 60 });

/** By the names of the kind's fields: a decimal text, a whole number, or a switch. */
const Values = Type.Record(
  Type.String({ maxLength: 40 }),
  Type.Union([Type.String({ maxLength: 60 }), Type.Integer(), Type.Boolean()]),
  { maxProperties: 20 },
);

/** WAITING: for a second admin. OVERTAKEN: the row was changed meanwhile. */
export const ROW_CHANGE_STATES = ['WAITING', 'DONE', 'CANCELLED', 'OVERTAKEN'] as const;

export const RowChange = Type.Object(
  {
    id: Type.String(),
    kind,
    key,
    /** The fields that change, as they were and as they are to be. */
    before: Values,
    after: Values,
    reason: Type.String(),
    state: Type.Enum(ROW_CHANGE_STATES),
    /** E-mail of who asked for it. */
    askedBy: Type.String(),
    askedAtDateTime: Timestamp,
    /** Who had it done, or cancelled it. */
    decidedBy: nullable(Type.String()),
    decidedAtDateTime: nullable(Timestamp),
    /** Whether the caller may confirm it. */
    mayConfirm: Type.Boolean(),
  },
  open,
);
export type RowChange = Static<typeof RowChange>;

export const DeskRow = Type.Object(
  {
    /** `BITCOIN`, `TETHER.TRC20`, `GOLD`; `ALL` where there is but one row. */
    key,
    /** Of what is shown; a change names it. */
    version: Type.Integer(),
    values: Values,
    /** What was done last; null: nothing yet. */
    last: nullable(RowChange),
    /** What waits for a second admin. */
    waiting: nullable(RowChange),
  },
  open,
);
export type DeskRow = Static<typeof DeskRow>;

export const deskRows = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/rows/:kind',
  summary: 'All rows of a kind: coin, network, market, quote, bank, level, limits of withdrawals and stores',
  params: Type.Object({ kind }, open),
  reply: withContent(DeskRow),
});

export const changeDeskRow = endpoint({
  ...treasury,
  method: 'PUT',
  path: '/backoffice/rows/:kind/:key',
  settles: true,
  summary:
    'Changes fields of a row, at once and in every process; what loosens a protection waits for a second admin. Treasury may switch off; all else is for admins',
  params: Type.Object({ kind, key }, open),
  body: Type.Object(
    {
      /** As the row was shown; another one by now: CONFLICT. */
      version: Type.Integer(),
      changes: Values,
      reason: Type.String({ minLength: 3, maxLength: 300 }),
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
  summary: 'What was changed and what waits, newest first',
  query: Type.Object(
    {
      size: pageQuery.size,
      cursor: pageQuery.cursor,
      state: Type.Optional(Type.Enum(ROW_CHANGE_STATES)),
      /** Separated by commas. Unset: all. */
      kinds: Type.Optional(Type.String({ maxLength: 300, examples: ['thresholds,withdrawalLevel'] })),
    },
    open,
  ),
  reply: withContent(RowChange),
});

const params = Type.Object({ id: Type.String({ maxLength: 40 }) }, open);

export const confirmRowChange = endpoint({
  ...treasury,
  roles: [],
  method: 'POST',
  path: '/backoffice/row-changes/:id/confirm',
  settles: true,
  summary: 'A second admin has a waiting change done',
  params,
  reply: withBase(RowChange),
  errors: ['NOT_FOUND', 'CONFLICT', 'SECOND_PERSON_NEEDED'],
});

export const cancelRowChange = endpoint({
  ...treasury,
  roles: [],
  method: 'POST',
  path: '/backoffice/row-changes/:id/cancel',
  summary: 'Drops a waiting change; whoever asked for it may as well',
  params,
  reply: withBase(RowChange),
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const LevelEffect = Type.Object(
  {
    userAccountLevel: Type.Enum(USER_LEVELS),
    /** How many people's volume of three months earns it, now and with the change. BRONZE, which is everybody else's, is left out. */
    now: Type.Integer(),
    after: Type.Integer(),
  },
  open,
);
export type LevelEffect = Static<typeof LevelEffect>;

export const levelEffect = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/levels/:level/effect',
  summary: 'How many people each level would have if this one asked for another volume',
  params: Type.Object({ level: Type.Enum(USER_LEVELS) }, open),
  query: Type.Object({ tradeAmount: DecimalInput }, open),
  reply: withContent(LevelEffect),
});
