import { type Static, Type } from 'typebox';
import { CONFIRMED, DecimalText, endpoint, open, success, Timestamp, withBase } from './endpoint.ts';

/** Of the person's tax year: Iran's begins with spring. */
export const CALENDARS = ['JALALI', 'GREGORIAN'] as const;
export type Calendar = (typeof CALENDARS)[number];

export const Statement = Type.Object(
  {
    id: Type.String(),
    calendar: Type.Enum(CALENDARS),
    /** In its calendar: 1405, 2026. */
    year: Type.Integer(),
    lang: Type.Enum(['fa', 'en']),
    state: Type.Enum(['WAITING', 'MAKING', 'READY', 'FAILED']),
    /** How much of it is made. */
    percent: Type.Integer(),
    /** First and last day of the year, 2026-03-21, of Tehran. */
    fromDay: Type.String(),
    toDay: Type.String(),
    /** Of what is there to be opened; null while there is nothing. */
    made: Type.Union([
      Type.Object(
        {
          at: Timestamp,
          /** The year was over. */
          complete: Type.Boolean(),
          trades: Type.Integer(),
          keptUntil: Timestamp,
        },
        open,
      ),
      Type.Null(),
    ]),
  },
  open,
);
export type Statement = Static<typeof Statement>;

/** Amounts of the asset; those of `Toman` in Toman. */
const StatementRow = Type.Object(
  {
    asset: Type.String(),
    opening: DecimalText,
    openingCostToman: DecimalText,
    bought: DecimalText,
    boughtToman: DecimalText,
    sold: DecimalText,
    soldToman: DecimalText,
    received: DecimalText,
    sent: DecimalText,
    fees: DecimalText,
    feesToman: DecimalText,
    referral: DecimalText,
    referralToman: DecimalText,
    /** What came back or was taken back; signed. */
    corrected: DecimalText,
    closing: DecimalText,
    closingCostToman: DecimalText,
    /** By average cost; signed. */
    realisedToman: DecimalText,
  },
  open,
);
export type StatementRow = Static<typeof StatementRow>;

export const StatementPaper = Type.Object(
  {
    ...Statement.properties,
    /** Whose it is, as they proved to be; of a company its own name and national id. */
    name: Type.String(),
    nationalCode: Type.String(),
    /** Toman first, then by what is left of them. */
    rows: Type.Array(StatementRow),
    /** Toman, of everything but Toman itself in the first two. */
    totals: Type.Object(
      {
        boughtToman: DecimalText,
        soldToman: DecimalText,
        feesToman: DecimalText,
        referralToman: DecimalText,
        realisedToman: DecimalText,
      },
      open,
    ),
  },
  open,
);
export type StatementPaper = Static<typeof StatementPaper>;

export const statements = endpoint({
  method: 'GET',
  path: '/statements',
  access: 'verified',
  rate: 'read',
  summary: 'Yearly statements that were asked for, the newest first, and the years that can be',
  reply: success({
    content: Type.Array(Statement),
    years: Type.Array(
      Type.Object({ calendar: Type.Enum(CALENDARS), years: Type.Array(Type.Integer()) }, open),
    ),
  }),
});

export const askStatement = endpoint({
  method: 'POST',
  path: '/statements',
  access: 'verified',
  rate: 'write',
  summary: 'Has the statement of a year made; the same one again unless something came after it',
  body: Type.Object(
    { calendar: Type.Enum(CALENDARS), year: Type.Integer(), lang: Type.Enum(['fa', 'en']) },
    open,
  ),
  reply: withBase(Statement),
  errors: ['BAD_REQUEST'],
});

const params = Type.Object({ id: Type.String({ maxLength: 40 }) }, open);

/** It has the national code in full, which is shown nowhere else. */
const paper = {
  method: 'GET',
  access: 'verified',
  confirmedWithin: CONFIRMED,
  rate: 'read',
  params,
} as const;

export const readStatement = endpoint({
  ...paper,
  path: '/statements/:id',
  summary: 'What the statement says, to be printed',
  reply: withBase(StatementPaper),
  errors: ['NOT_FOUND', 'CONFIRMATION_NEEDED'],
});

export const statementFile = endpoint({
  ...paper,
  path: '/statements/:id/file',
  summary: 'The statement with all trades, as CSV or XLSX',
  query: Type.Object({ format: Type.Enum(['csv', 'xlsx']) }, open),
  reply: Type.Any(),
  errors: ['NOT_FOUND', 'CONFIRMATION_NEEDED'],
});
