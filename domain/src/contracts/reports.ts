/** Business reports, from sums that are maintained incrementally. */
import { type Static, Type } from 'typebox';
import { endpoint, LANGUAGES, TABLE_FORMATS, TABLE_MEDIA } from './endpoint.ts';
import {
  DecimalText,
  decimal,
  described,
  integer,
  itemReply,
  list,
  nullable,
  object,
  oneOf,
  optional,
  success,
  Timestamp,
  text,
} from './fields.ts';

const staff = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;

const Day = text('Day in Asia/Tehran, e.g. 2026-11-21.', { pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const Signed = text('Amount as decimal text, in Toman unless stated otherwise; may be negative.');

// ── Fees and shares ─────────────────────────────────────────────────────────────────────────────

/** Origin of a fee: quick trades, order-book orders, withdrawals. */
export const FEE_SOURCES = ['OTC', 'P2P', 'WITHDRAWAL'] as const;

const sums = {
  entries: integer('Number of fees and referral shares booked.'),
  fee: decimal('Total fees, in the asset.'),
  returned: decimal('Total refunded fees, in the asset.'),
  referral: decimal('Total referral shares paid to inviters, in the asset.'),
  net: described('Net fees, in the asset: `fee` minus `returned` minus `referral`; may be negative.', Signed),
  netToman: described('Net fees in Toman, at the prices of the minutes in which they were earned.', Signed),
};

export const FeeRow = object({
  day: nullable('Day of the row. Null in a report by market.', Day),
  source: nullable('Origin of the fees. Null in a report by day.', Type.Enum(FEE_SOURCES)),
  market: nullable(
    'Market code, e.g. TETHER_TOMAN. Null in a report by day and for withdrawals.',
    Type.String(),
  ),
  asset: text('Asset code; TOMAN for Toman.'),
  ...sums,
});
export type FeeRow = Static<typeof FeeRow>;

export const FeeTotal = object({ asset: text('Asset code; TOMAN for Toman.'), ...sums });
export type FeeTotal = Static<typeof FeeTotal>;

const period = {
  from: described('First day of the period, included.', Day),
  to: described('Last day of the period, included.', Day),
};

export const feeReport = endpoint('GET', '/backoffice/reports/fees', {
  ...staff,
  summary:
    'Returns fees, referral shares and net fees of a period of days in Tehran (both included, at most 366 days)',
  query: object({
    ...period,
    by: oneOf('Grouping of the rows: one per day, or one per market.', ['DAY', 'MARKET']),
    size: optional('Number of entries to return.', Type.Integer({ minimum: 1, maximum: 100 })),
    cursor: optional('The `nextCursor` of the previous reply.', Type.String({ maxLength: 40 })),
  }),
  reply: success({
    content: list(
      'Rows of the report. By day: newest first. By market: highest fees first, all in one reply.',
      FeeRow,
    ),
    nextCursor: nullable('Cursor of the next page. Null on the last page.', Type.String()),
    totals: list('Totals of the whole period, by asset.', FeeTotal),
    netToman: described('Net fees of the whole period, in Toman; may be negative.', Signed),
    asOf: nullable('Time up to which the report is complete. Null if nothing is counted yet.', Timestamp),
  }),
});

export const feeFile = endpoint('GET', '/backoffice/reports/fees/file', {
  ...staff,
  summary:
    'Downloads the fee report by day, source, market and currency as CSV or XLSX; dates are Jalali in Persian',
  query: object({
    ...period,
    format: oneOf('File format.', TABLE_FORMATS),
    lang: oneOf('Language of the file.', LANGUAGES),
  }),
  media: TABLE_MEDIA,
  reply: Type.Any(),
  errors: ['EXCEL_NOT_GENERATED'],
});

// ── Statistics ──────────────────────────────────────────────────────────────────────────────────

export const BusinessFigures = object({
  day: described('The day, or the first day of the month.', Day),
  newPeople: integer('Number of sign-ups.'),
  verified: integer('Number of approved verifications.'),
  activeTraders: integer('Number of distinct users who traded.'),
  quickTrades: integer('Number of quick trades.'),
  bookTrades: integer('Number of order-book trades.'),
  quickVolume: decimal('Value of the quick trades, in Toman.'),
  bookVolume: decimal('Value of the order-book trades, in Toman.'),
  fees: described('Fees, in Toman.', Signed),
  referral: described('Referral shares paid to inviters, in Toman.', Signed),
  netFees: described('Fees minus referral shares, in Toman.', Signed),
  tomanDeposits: described('Deposits of Toman in the period.', Signed),
  coinDeposits: described('Value of the coin deposits, in Toman.', Signed),
  tomanWithdrawals: described('Withdrawals of Toman in the period.', Signed),
  coinWithdrawals: described('Value of the coin withdrawals, in Toman.', Signed),
  storeReceipts: described('Payments to stores, in Toman.', Signed),
  openOrders: nullable(
    'Number of open orders at the end of the period, or now. Null if it was not recorded.',
    Type.Integer(),
  ),
  waitingReviews: nullable(
    'Number of waiting reviews at the end of the period. Null if unknown.',
    Type.Integer(),
  ),
  waitingWithdrawals: nullable(
    'Number of waiting withdrawals at the end of the period. Null if unknown.',
    Type.Integer(),
  ),
  waitingTickets: nullable(
    'Number of waiting tickets at the end of the period. Null if unknown.',
    Type.Integer(),
  ),
});
export type BusinessFigures = Static<typeof BusinessFigures>;

export const businessFigures = endpoint('GET', '/backoffice/figures', {
  ...staff,
  summary:
    'Returns figures of the last 31 days or of the last 13 calendar months, newest first, and reserves compared with liabilities',
  query: object({
    per: oneOf('Period of a row.', ['DAY', 'MONTH']),
    calendar: oneOf('Calendar of the months, by language.', LANGUAGES),
  }),
  reply: itemReply({
    rows: list('Figures, one row per day or month.', BusinessFigures),
    reserves: described(
      'Current value of all coins, in Toman. Amounts are null while a node or a price is unavailable.',
      {
        hot: nullable('Value in the hot wallets, in Toman. Null if unknown.', DecimalText),
        cold: nullable('Value in the cold wallets, in Toman. Null if unknown.', DecimalText),
        owed: nullable('Value of all balances of users, in Toman. Null if unknown.', DecimalText),
      },
    ),
    moneyAsOf: nullable(
      'Time up to which money movements and fees are counted. Null if not counted yet.',
      Timestamp,
    ),
    tradesAsOf: nullable('Time up to which trades are counted. Null if not counted yet.', Timestamp),
    lookedAt: nullable(
      'Time at which users and queues were last counted. Null if not counted yet.',
      Timestamp,
    ),
  }),
});
