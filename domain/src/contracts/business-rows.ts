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
  "By the names of the kind's fields: a decimal text, a whole number, or a switch.",
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
    id: described('The id that other calls name it by.', Type.String()),
    kind: described('Whether it is a coin, a network, a market, a level or a limit.', kind),
    key: described('Key of the row.', key),
    before: described('The fields that change, as they were.', Values),
    after: described('The values that change, as they are to be.', Values),
    reason: described('Why it was asked for, as staff wrote.', Type.String()),
    state: described(
      'WAITING: for a second admin. DONE, CANCELLED: over. OVERTAKEN: the row was changed meanwhile.',
      Type.Enum(ROW_CHANGE_STATES),
    ),
    askedBy: described('Email of who asked for it.', Type.String()),
    askedAtDateTime: described('When it was asked for.', Timestamp),
    decidedBy: described('Who had it done, or cancelled it.', nullable(Type.String())),
    decidedAtDateTime: described('When staff decided; null until then.', nullable(Timestamp)),
    mayConfirm: described('Whether the caller may confirm it.', Type.Boolean()),
  },
  open,
);
export type RowChange = Static<typeof RowChange>;

export const BusinessRow = Type.Object(
  {
    key: described('`BITCOIN`, `TETHER.TRC20`, `GOLD`; `ALL` where there is but one row.', key),
    version: described('Of what is shown; a change names it.', Type.Integer()),
    values: described("The row's values.", Values),
    last: described('What was done last; null: nothing yet.', nullable(RowChange)),
    waiting: described('What waits for a second admin.', nullable(RowChange)),
  },
  open,
);
export type BusinessRow = Static<typeof BusinessRow>;

export const businessRows = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/rows/:kind',
  summary:
    'All rows of a kind: coin, network, market, source of prices, quote, bank, level, limits of withdrawals and stores',
  params: Type.Object(
    { kind: described('Which rows: coin, network, market, quote, bank, a level or a limit.', kind) },
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
    'Changes fields of a row, at once and in every process; what loosens a protection waits for a second admin. Treasury may switch off; all else is for admins',
  params: Type.Object(
    {
      kind: described('Which rows: coin, network, market, quote, bank, a level or a limit.', kind),
      key: described('Key of the row.', key),
    },
    open,
  ),
  body: Type.Object(
    {
      version: described('As the row was shown; another one by now: CONFLICT.', Type.Integer()),
      changes: described('The values that change, as they are to be.', Values),
      reason: described(
        'Why it changes; goes to the audit log.',
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
  summary: 'What was changed and what waits, newest first',
  query: Type.Object(
    {
      size: described('How many entries are asked for.', pageQuery.size),
      cursor: described('What the answer before gave as nextCursor.', pageQuery.cursor),
      state: described(
        'Only changes in this state. Unset: all.',
        Type.Optional(Type.Enum(ROW_CHANGE_STATES)),
      ),
      kinds: described(
        'Separated by commas. Unset: all.',
        Type.Optional(Type.String({ maxLength: 300, examples: ['thresholds,withdrawalLevel'] })),
      ),
    },
    open,
  ),
  reply: withContent(RowChange),
});

const params = Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open);

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
    userAccountLevel: described('The level that sets fees and limits.', Type.Enum(USER_LEVELS)),
    now: described(
      "How many people's volume of three months earns it now. BRONZE, which is everyone else's, is left out.",
      Type.Integer(),
    ),
    after: described("How many people's volume would earn it with the change.", Type.Integer()),
  },
  open,
);
export type LevelEffect = Static<typeof LevelEffect>;

export const levelEffect = endpoint({
  ...treasury,
  method: 'GET',
  path: '/backoffice/levels/:level/effect',
  summary: 'How many people each level would have if this one asked for another volume',
  params: Type.Object({ level: described('The level of accounts.', Type.Enum(USER_LEVELS)) }, open),
  query: Type.Object(
    {
      tradeAmount: described(
        'The volume of three months from which the level would hold, Toman.',
        DecimalInput,
      ),
    },
    open,
  ),
  reply: withContent(LevelEffect),
});
