import { type Static, Type } from 'typebox';
import {
  CALENDARS,
  CONFIRMED,
  DecimalText,
  described,
  endpoint,
  LANGUAGES,
  open,
  success,
  TABLE_FORMATS,
  TABLE_MEDIA,
  Timestamp,
  withBase,
} from './endpoint.ts';
import { IssuedCode } from './issued-documents.ts';

export const STATEMENT_STATES = ['WAITING', 'MAKING', 'READY', 'FAILED'] as const;
export const Statement = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    calendar: described('The calendar of the year.', Type.Enum(CALENDARS)),
    year: described('In its calendar: 1405, 2026.', Type.Integer()),
    lang: described('The language of the statement.', Type.Enum(LANGUAGES)),
    state: described('WAITING to be made, MAKING, READY, FAILED.', Type.Enum(STATEMENT_STATES)),
    percent: described('How much of it is made.', Type.Integer()),
    fromDay: described('First day of the year, 2026-03-21, in Tehran.', Type.String()),
    toDay: described('Last day of the year, in Tehran.', Type.String()),
    made: described(
      'Of what is there to be opened; null while there is nothing.',
      Type.Union([
        Type.Object(
          {
            at: described('When it was made.', Timestamp),
            complete: described('The year was over.', Type.Boolean()),
            trades: described('How many trades are in it.', Type.Integer()),
            keptUntil: described('Until when it can be opened.', Timestamp),
          },
          open,
        ),
        Type.Null(),
      ]),
    ),
  },
  open,
);
export type Statement = Static<typeof Statement>;

export const StatementRow = described(
  'Amounts of the asset; those of `Toman` in Toman.',
  Type.Object(
    {
      asset: described('Code of the asset; TOMAN for Toman.', Type.String()),
      opening: described('What was there at the beginning of the year, in the asset.', DecimalText),
      openingCostToman: described('What that had cost, Toman.', DecimalText),
      bought: described('What was bought, in the asset.', DecimalText),
      boughtToman: described('What was paid for what was bought, Toman.', DecimalText),
      sold: described('What was sold, in the asset.', DecimalText),
      soldToman: described('What was got for what was sold, Toman.', DecimalText),
      received: described('What came in from outside, in the asset.', DecimalText),
      sent: described('What left, in the asset.', DecimalText),
      fees: described('Fees taken in the asset.', DecimalText),
      feesToman: described('Fees, at the prices of their time, Toman.', DecimalText),
      referral: described('Shares of the fees of people who were invited, in the asset.', DecimalText),
      referralToman: described('Shares of the fees of people who were invited, Toman.', DecimalText),
      corrected: described('What was returned or corrected, in the asset; signed.', DecimalText),
      closing: described('What is there at the end of the year, in the asset.', DecimalText),
      closingCostToman: described('What that has cost, Toman.', DecimalText),
      realisedToman: described('Profit of what was sold, Toman, by average cost; signed.', DecimalText),
    },
    open,
  ),
);
export type StatementRow = Static<typeof StatementRow>;

export const StatementPaper = Type.Object(
  {
    ...Statement.properties,
    name: described(
      'Whose it is, as they proved to be; of a company its own name and national id.',
      Type.String(),
    ),
    nationalCode: described(
      'The whole national code or national id, which is shown nowhere else.',
      Type.String(),
    ),
    verification: described(
      'The code by which whoever holds it has it confirmed; null: it is of before documents had one.',
      Type.Union([IssuedCode, Type.Null()]),
    ),
    rows: described('Toman first, then by what is left of them.', Type.Array(StatementRow)),
    totals: described(
      'Toman, of everything but Toman itself in the first two.',
      Type.Object(
        {
          boughtToman: described('What was paid for what was bought, Toman.', DecimalText),
          soldToman: described('What was got for what was sold, Toman.', DecimalText),
          feesToman: described('Fees, at the prices of their time, Toman.', DecimalText),
          referralToman: described('Shares of the fees of people who were invited, Toman.', DecimalText),
          realisedToman: described(
            'Profit by average cost of what was sold or spent, Toman; signed.',
            DecimalText,
          ),
        },
        open,
      ),
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
    content: described('The statements, the newest first.', Type.Array(Statement)),
    years: described(
      'Which years can be asked for.',
      Type.Array(
        Type.Object(
          {
            calendar: described('The calendar of the year.', Type.Enum(CALENDARS)),
            years: described('The years in that calendar.', Type.Array(Type.Integer())),
          },
          open,
        ),
      ),
    ),
  }),
});

export const askStatement = endpoint({
  method: 'POST',
  path: '/statements',
  access: 'verified',
  rate: 'write',
  feature: null,
  summary: 'Has the statement of a year made; the same one again unless something came after it',
  body: Type.Object(
    {
      calendar: described('The calendar of the year.', Type.Enum(CALENDARS)),
      year: described('The year in that calendar, e.g. 1405 or 2026.', Type.Integer()),
      lang: described('Language of what is made.', Type.Enum(LANGUAGES)),
    },
    open,
  ),
  reply: withBase(Statement),
  errors: ['BAD_REQUEST'],
});

const params = Type.Object({ id: described('The id from the list.', Type.String({ maxLength: 40 })) }, open);

/** It contains the complete national code, which is displayed nowhere else. */
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
  query: Type.Object({ format: described('Kind of file.', Type.Enum(TABLE_FORMATS)) }, open),
  media: TABLE_MEDIA,
  reply: Type.Any(),
  errors: ['NOT_FOUND', 'CONFIRMATION_NEEDED'],
});
