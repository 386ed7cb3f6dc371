/** Business reports, from sums that are maintained incrementally. */
import { type Static, Type } from 'typebox';
import {
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

const staff = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const Day = described(
  'Day in Asia/Tehran, e.g. 2026-11-21.',
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
);
const Signed = described(
  'Amount as decimal text, in Toman unless stated otherwise; may be negative.',
  Type.String(),
);

// ── Fees and shares ─────────────────────────────────────────────────────────────────────────────

/** Origin of a fee: quick trades, order-book orders, withdrawals. */
export const FEE_SOURCES = ['OTC', 'P2P', 'WITHDRAWAL'] as const;

const sums = {
  entries: described('Number of fees and referral shares booked.', Type.Integer()),
  fee: described('Total fees, in the asset.', DecimalText),
  returned: described('Total refunded fees, in the asset.', DecimalText),
  referral: described('Total referral shares paid to inviters, in the asset.', DecimalText),
  net: described('Net fees, in the asset: `fee` minus `returned` minus `referral`; may be negative.', Signed),
  netToman: described('Net fees in Toman, at the prices of the minutes in which they were earned.', Signed),
};

export const FeeRow = Type.Object(
  {
    day: described('Day of the row. Null in a report by market.', nullable(Day)),
    source: described('Origin of the fees. Null in a report by day.', nullable(Type.Enum(FEE_SOURCES))),
    market: described(
      'Market code, e.g. TETHER_TOMAN. Null in a report by day and for withdrawals.',
      nullable(Type.String()),
    ),
    asset: described('Asset code; TOMAN for Toman.', Type.String()),
    ...sums,
  },
  open,
);
export type FeeRow = Static<typeof FeeRow>;

export const FeeTotal = Type.Object(
  { asset: described('Asset code; TOMAN for Toman.', Type.String()), ...sums },
  open,
);
export type FeeTotal = Static<typeof FeeTotal>;

const period = {
  from: described('First day of the period, included.', Day),
  to: described('Last day of the period, included.', Day),
};

export const feeReport = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/reports/fees',
  summary:
    'Returns fees, referral shares and net fees of a period of days in Tehran (both included, at most 366 days)',
  query: Type.Object(
    {
      ...period,
      by: described('Grouping of the rows: one per day, or one per market.', Type.Enum(['DAY', 'MARKET'])),
      size: described(
        'Number of entries to return.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      ),
      cursor: described(
        'The `nextCursor` of the previous reply.',
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
    },
    open,
  ),
  reply: success({
    content: described(
      'Rows of the report. By day: newest first. By market: highest fees first, all in one reply.',
      Type.Array(FeeRow),
    ),
    nextCursor: described('Cursor of the next page. Null on the last page.', nullable(Type.String())),
    totals: described('Totals of the whole period, by asset.', Type.Array(FeeTotal)),
    netToman: described('Net fees of the whole period, in Toman; may be negative.', Signed),
    asOf: described(
      'Time up to which the report is complete. Null if nothing is counted yet.',
      nullable(Timestamp),
    ),
  }),
});

export const feeFile = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/reports/fees/file',
  summary:
    'Downloads the fee report by day, source, market and currency as CSV or XLSX; dates are Jalali in Persian',
  query: Type.Object(
    {
      ...period,
      format: described('File format.', Type.Enum(TABLE_FORMATS)),
      lang: described('Language of the file.', Type.Enum(LANGUAGES)),
    },
    open,
  ),
  media: TABLE_MEDIA,
  reply: Type.Any(),
  errors: ['EXCEL_NOT_GENERATED'],
});

// ── Statistics ──────────────────────────────────────────────────────────────────────────────────

export const Figures = Type.Object(
  {
    day: described('The day, or the first day of the month.', Day),
    newPeople: described('Number of sign-ups.', Type.Integer()),
    verified: described('Number of approved verifications.', Type.Integer()),
    activeTraders: described('Number of distinct users who traded.', Type.Integer()),
    quickTrades: described('Number of quick trades.', Type.Integer()),
    bookTrades: described('Number of order-book trades.', Type.Integer()),
    quickVolume: described('Value of the quick trades, in Toman.', DecimalText),
    bookVolume: described('Value of the order-book trades, in Toman.', DecimalText),
    fees: described('Fees, in Toman.', Signed),
    referral: described('Referral shares paid to inviters, in Toman.', Signed),
    netFees: described('Fees minus referral shares, in Toman.', Signed),
    tomanDeposits: described('Deposits of Toman in the period.', Signed),
    coinDeposits: described('Value of the coin deposits, in Toman.', Signed),
    tomanWithdrawals: described('Withdrawals of Toman in the period.', Signed),
    coinWithdrawals: described('Value of the coin withdrawals, in Toman.', Signed),
    storeReceipts: described('Payments to stores, in Toman.', Signed),
    openOrders: described(
      'Number of open orders at the end of the period, or now. Null if it was not recorded.',
      nullable(Type.Integer()),
    ),
    waitingReviews: described(
      'Number of waiting reviews at the end of the period. Null if unknown.',
      nullable(Type.Integer()),
    ),
    waitingWithdrawals: described(
      'Number of waiting withdrawals at the end of the period. Null if unknown.',
      nullable(Type.Integer()),
    ),
    waitingTickets: described(
      'Number of waiting tickets at the end of the period. Null if unknown.',
      nullable(Type.Integer()),
    ),
  },
  open,
);
export type Figures = Static<typeof Figures>;

export const figures = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/figures',
  summary:
    'Returns figures of the last 31 days or of the last 13 calendar months, newest first, and reserves compared with liabilities',
  query: Type.Object(
    {
      per: described('Period of a row.', Type.Enum(['DAY', 'MONTH'])),
      calendar: described('Calendar of the months, by language.', Type.Enum(LANGUAGES)),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        rows: described('Figures, one row per day or month.', Type.Array(Figures)),
        reserves: described(
          'Current value of all coins, in Toman. Amounts are null while a node or a price is unavailable.',
          Type.Object(
            {
              hot: described('Value in the hot wallets, in Toman. Null if unknown.', nullable(DecimalText)),
              cold: described('Value in the cold wallets, in Toman. Null if unknown.', nullable(DecimalText)),
              owed: described(
                'Value of all balances of users, in Toman. Null if unknown.',
                nullable(DecimalText),
              ),
            },
            open,
          ),
        ),
        moneyAsOf: described(
          'Time up to which money movements and fees are counted. Null if not counted yet.',
          nullable(Timestamp),
        ),
        tradesAsOf: described(
          'Time up to which trades are counted. Null if not counted yet.',
          nullable(Timestamp),
        ),
        lookedAt: described(
          'Time at which users and queues were last counted. Null if not counted yet.',
          nullable(Timestamp),
        ),
      },
      open,
    ),
  ),
});
