import { type Static, Type } from 'typebox';
import {
  CALENDARS,
  endpoint,
  LANGUAGES,
  MAX_CONFIRMATION_AGE_S,
  TABLE_FORMATS,
  TABLE_MEDIA,
} from './endpoint.ts';
import {
  decimal,
  described,
  flag,
  integer,
  itemReply,
  list,
  nullable,
  object,
  oneOf,
  success,
  text,
  time,
} from './fields.ts';
import { IssuedCode } from './issued-documents.ts';

export const STATEMENT_STATES = ['WAITING', 'MAKING', 'READY', 'FAILED'] as const;
export const Statement = object({
  id: text('Identifier used in other calls.'),
  calendar: oneOf('Calendar of the year.', CALENDARS),
  year: integer('Year in its calendar: 1405, 2026.'),
  lang: oneOf('Language of the statement.', LANGUAGES),
  state: oneOf(
    'State of the statement. WAITING: queued. MAKING: being generated. READY: available. FAILED: generation failed.',
    STATEMENT_STATES,
  ),
  percent: integer('Progress of the generation, in percent.'),
  fromDay: text('First day of the year in Tehran, e.g. 2026-03-21.'),
  toDay: text('Last day of the year, in Tehran.'),
  made: nullable('Latest generated version; null if there is none.', {
    at: time('Time of generation.'),
    complete: flag('Whether the year had ended.'),
    trades: integer('Number of trades in the statement.'),
    keptUntil: time('Time until which the statement is available.'),
  }),
});
export type Statement = Static<typeof Statement>;

export const StatementRow = described(
  'Amounts of one asset; those of fields ending in `Toman` are in Toman.',
  {
    asset: text('Code of the asset; TOMAN for Toman.'),
    opening: decimal('Balance at the beginning of the year, in the asset.'),
    openingCostToman: decimal('Cost of the opening balance, in Toman.'),
    bought: decimal('Amount bought, in the asset.'),
    boughtToman: decimal('Amount paid for purchases, in Toman.'),
    sold: decimal('Amount sold, in the asset.'),
    soldToman: decimal('Proceeds of sales, in Toman.'),
    received: decimal('Amount received from outside the exchange, in the asset.'),
    sent: decimal('Amount withdrawn, in the asset.'),
    fees: decimal('Fees charged in the asset.'),
    feesToman: decimal('Fees at the prices of their time, in Toman.'),
    referral: decimal('Referral rewards: shares of the fees of invited users, in the asset.'),
    referralToman: decimal('Referral rewards: shares of the fees of invited users, in Toman.'),
    corrected: decimal('Amount returned or corrected, in the asset; signed.'),
    closing: decimal('Balance at the end of the year, in the asset.'),
    closingCostToman: decimal('Cost of the closing balance, in Toman.'),
    realisedToman: decimal('Realised profit of sales by average cost, in Toman; signed.'),
  },
);
export type StatementRow = Static<typeof StatementRow>;

export const StatementDocument = object({
  ...Statement.properties,
  name: text('Verified name of the owner; for a company, the name of the company.'),
  nationalCode: text(
    'Complete national code of the owner, or national id of the company, which no other endpoint returns.',
  ),
  verification: described('Verification code for holders of the document.', IssuedCode),
  rows: list('Amounts per asset: Toman first, then sorted by remaining balance.', StatementRow),
  totals: described('Totals in Toman; the first two exclude Toman itself.', {
    boughtToman: decimal('Amount paid for purchases, in Toman.'),
    soldToman: decimal('Proceeds of sales, in Toman.'),
    feesToman: decimal('Fees at the prices of their time, in Toman.'),
    referralToman: decimal('Referral rewards: shares of the fees of invited users, in Toman.'),
    realisedToman: decimal('Realised profit of amounts sold or spent by average cost, in Toman; signed.'),
  }),
});
export type StatementDocument = Static<typeof StatementDocument>;

export const statements = endpoint('GET', '/statements', {
  access: 'verified',
  rate: 'read',
  summary: 'Returns the requested yearly statements, newest first, and the years available for request',
  reply: success({
    content: list('Requested statements, newest first.', Statement),
    years: list('Years available for request.', {
      calendar: oneOf('Calendar of the year.', CALENDARS),
      years: list('Years in that calendar.', Type.Integer()),
    }),
  }),
});

export const requestYearlyStatement = endpoint('POST', '/statements', {
  access: 'verified',
  rate: 'write',
  feature: null,
  summary:
    'Requests generation of a yearly statement; returns the existing one unless there was later activity',
  body: object({
    calendar: oneOf('Calendar of the year.', CALENDARS),
    year: integer('Year in that calendar, e.g. 1405 or 2026.'),
    lang: oneOf('Language of the statement.', LANGUAGES),
  }),
  reply: itemReply(Statement),
  errors: ['BAD_REQUEST'],
});

const params = object({ id: text('Identifier from the list.', { maxLength: 40 }) });

/** It contains the complete national code, which is displayed nowhere else. */
const paper = {
  access: 'verified',
  confirmedWithin: MAX_CONFIRMATION_AGE_S,
  rate: 'read',
  params,
} as const;

export const readStatement = endpoint('GET', '/statements/:id', {
  ...paper,
  summary: 'Returns the contents of a statement, for printing',
  reply: itemReply(StatementDocument),
  errors: ['NOT_FOUND', 'CONFIRMATION_NEEDED'],
});

export const statementFile = endpoint('GET', '/statements/:id/file', {
  ...paper,
  summary: 'Returns a statement with all trades, as CSV or XLSX',
  query: object({ format: oneOf('File format.', TABLE_FORMATS) }),
  media: TABLE_MEDIA,
  reply: Type.Any(),
  errors: ['NOT_FOUND', 'CONFIRMATION_NEEDED'],
});
