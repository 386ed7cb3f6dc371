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
    id: described('Identifier used in other calls.', Type.String()),
    calendar: described('Calendar of the year.', Type.Enum(CALENDARS)),
    year: described('Year in its calendar: 1405, 2026.', Type.Integer()),
    lang: described('Language of the statement.', Type.Enum(LANGUAGES)),
    state: described(
      'State of the statement. WAITING: queued. MAKING: being generated. READY: available. FAILED: generation failed.',
      Type.Enum(STATEMENT_STATES),
    ),
    percent: described('Progress of the generation, in percent.', Type.Integer()),
    fromDay: described('First day of the year in Tehran, e.g. 2026-03-21.', Type.String()),
    toDay: described('Last day of the year, in Tehran.', Type.String()),
    made: described(
      'Latest generated version; null if there is none.',
      Type.Union([
        Type.Object(
          {
            at: described('Time of generation.', Timestamp),
            complete: described('Whether the year had ended.', Type.Boolean()),
            trades: described('Number of trades in the statement.', Type.Integer()),
            keptUntil: described('Time until which the statement is available.', Timestamp),
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
  'Amounts of one asset; those of fields ending in `Toman` are in Toman.',
  Type.Object(
    {
      asset: described('Code of the asset; TOMAN for Toman.', Type.String()),
      opening: described('Balance at the beginning of the year, in the asset.', DecimalText),
      openingCostToman: described('Cost of the opening balance, in Toman.', DecimalText),
      bought: described('Amount bought, in the asset.', DecimalText),
      boughtToman: described('Amount paid for purchases, in Toman.', DecimalText),
      sold: described('Amount sold, in the asset.', DecimalText),
      soldToman: described('Proceeds of sales, in Toman.', DecimalText),
      received: described('Amount received from outside the exchange, in the asset.', DecimalText),
      sent: described('Amount withdrawn, in the asset.', DecimalText),
      fees: described('Fees charged in the asset.', DecimalText),
      feesToman: described('Fees at the prices of their time, in Toman.', DecimalText),
      referral: described(
        'Referral rewards: shares of the fees of invited users, in the asset.',
        DecimalText,
      ),
      referralToman: described(
        'Referral rewards: shares of the fees of invited users, in Toman.',
        DecimalText,
      ),
      corrected: described('Amount returned or corrected, in the asset; signed.', DecimalText),
      closing: described('Balance at the end of the year, in the asset.', DecimalText),
      closingCostToman: described('Cost of the closing balance, in Toman.', DecimalText),
      realisedToman: described('Realised profit of sales by average cost, in Toman; signed.', DecimalText),
    },
    open,
  ),
);
export type StatementRow = Static<typeof StatementRow>;

export const StatementPaper = Type.Object(
  {
    ...Statement.properties,
    name: described('Verified name of the owner; for a company, the name of the company.', Type.String()),
    nationalCode: described(
      'Complete national code of the owner, or national id of the company, which no other endpoint returns.',
      Type.String(),
    ),
    verification: described('Verification code for holders of the document.', IssuedCode),
    rows: described(
      'Amounts per asset: Toman first, then sorted by remaining balance.',
      Type.Array(StatementRow),
    ),
    totals: described(
      'Totals in Toman; the first two exclude Toman itself.',
      Type.Object(
        {
          boughtToman: described('Amount paid for purchases, in Toman.', DecimalText),
          soldToman: described('Proceeds of sales, in Toman.', DecimalText),
          feesToman: described('Fees at the prices of their time, in Toman.', DecimalText),
          referralToman: described(
            'Referral rewards: shares of the fees of invited users, in Toman.',
            DecimalText,
          ),
          realisedToman: described(
            'Realised profit of amounts sold or spent by average cost, in Toman; signed.',
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
  summary: 'Returns the requested yearly statements, newest first, and the years available for request',
  reply: success({
    content: described('Requested statements, newest first.', Type.Array(Statement)),
    years: described(
      'Years available for request.',
      Type.Array(
        Type.Object(
          {
            calendar: described('Calendar of the year.', Type.Enum(CALENDARS)),
            years: described('Years in that calendar.', Type.Array(Type.Integer())),
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
  summary:
    'Requests generation of a yearly statement; returns the existing one unless there was later activity',
  body: Type.Object(
    {
      calendar: described('Calendar of the year.', Type.Enum(CALENDARS)),
      year: described('Year in that calendar, e.g. 1405 or 2026.', Type.Integer()),
      lang: described('Language of the statement.', Type.Enum(LANGUAGES)),
    },
    open,
  ),
  reply: withBase(Statement),
  errors: ['BAD_REQUEST'],
});

const params = Type.Object(
  { id: described('Identifier from the list.', Type.String({ maxLength: 40 })) },
  open,
);

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
  summary: 'Returns the contents of a statement, for printing',
  reply: withBase(StatementPaper),
  errors: ['NOT_FOUND', 'CONFIRMATION_NEEDED'],
});

export const statementFile = endpoint({
  ...paper,
  path: '/statements/:id/file',
  summary: 'Returns a statement with all trades, as CSV or XLSX',
  query: Type.Object({ format: described('File format.', Type.Enum(TABLE_FORMATS)) }, open),
  media: TABLE_MEDIA,
  reply: Type.Any(),
  errors: ['NOT_FOUND', 'CONFIRMATION_NEEDED'],
});
