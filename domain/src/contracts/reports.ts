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
  'A day of Asia/Tehran: 2026-11-21.',
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
);
const Signed = described('Toman as decimal text; may be below zero.', Type.String());

// ── Fees and shares ─────────────────────────────────────────────────────────────────────────────

/** Origin of a fee: quick trades, order-book orders, withdrawals. */
export const FEE_SOURCES = ['OTC', 'P2P', 'WITHDRAWAL'] as const;

const sums = {
  entries: described('Fees and shares that were booked.', Type.Integer()),
  fee: described('Fees, in the asset.', DecimalText),
  returned: described('Fees that were given back, in the asset.', DecimalText),
  referral: described('Shares of inviters, in the asset.', DecimalText),
  net: described('What stays: the fee, less what was given back, less shares of inviters; signed.', Signed),
  netToman: described('What stays in Toman, at the prices of the minutes it was earned.', Signed),
};

export const FeeRow = Type.Object(
  {
    day: described('Null in a report by market.', nullable(Day)),
    source: described('Null in a report by day.', nullable(Type.Enum(FEE_SOURCES))),
    market: described('TETHER_TOMAN; null: by day, or a withdrawal.', nullable(Type.String())),
    asset: described('Code of the asset; TOMAN for Toman.', Type.String()),
    ...sums,
  },
  open,
);
export type FeeRow = Static<typeof FeeRow>;

export const FeeTotal = Type.Object(
  { asset: described('Code of the asset; TOMAN for Toman.', Type.String()), ...sums },
  open,
);
export type FeeTotal = Static<typeof FeeTotal>;

const period = { from: described('From when.', Day), to: described('Until when.', Day) };

export const feeReport = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/reports/fees',
  summary: 'Fees, shares of inviters and what stays, of days in Tehran (both included, 366 at most)',
  query: Type.Object(
    {
      ...period,
      by: described('A row for each day, or for each market.', Type.Enum(['DAY', 'MARKET'])),
      size: described(
        'How many entries are asked for.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      ),
      cursor: described(
        'What the answer before gave as nextCursor.',
        Type.Optional(Type.String({ maxLength: 40 })),
      ),
    },
    open,
  ),
  reply: success({
    content: described('By day: newest first. By market: most fees first, all at once.', Type.Array(FeeRow)),
    nextCursor: described(
      'Pass it as cursor for the entries that follow; null: there are none.',
      nullable(Type.String()),
    ),
    totals: described('Of the whole period.', Type.Array(FeeTotal)),
    netToman: described('What stays of all of it, Toman; signed.', Signed),
    asOf: described('Up to when everything is in it; null: not yet.', nullable(Timestamp)),
  }),
});

export const feeFile = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/reports/fees/file',
  summary: 'The same by day, source, market and currency, as CSV or XLSX; dates are Jalali in Persian',
  query: Type.Object(
    {
      ...period,
      format: described('Kind of file.', Type.Enum(TABLE_FORMATS)),
      lang: described('Language of what is made.', Type.Enum(LANGUAGES)),
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
    newPeople: described('People who signed up.', Type.Integer()),
    verified: described('People whose verification was approved.', Type.Integer()),
    activeTraders: described('Different people who traded.', Type.Integer()),
    quickTrades: described('Number of quick trades.', Type.Integer()),
    bookTrades: described('Number of trades of the order books.', Type.Integer()),
    quickVolume: described('Value of the quick trades, Toman.', DecimalText),
    bookVolume: described('Value of the trades of the order books, Toman.', DecimalText),
    fees: described('Fees, Toman.', Signed),
    referral: described('Shares of inviters, Toman.', Signed),
    netFees: described('Fees less shares.', Signed),
    tomanDeposits: described('Toman that came in.', Signed),
    coinDeposits: described('Coins that came in, their value in Toman.', Signed),
    tomanWithdrawals: described('Toman that left.', Signed),
    coinWithdrawals: described('Coins that left, their value in Toman.', Signed),
    storeReceipts: described('What payers paid to stores.', Signed),
    openOrders: described(
      'Orders open at the end of it, or now; null: nobody looked then.',
      nullable(Type.Integer()),
    ),
    waitingReviews: described(
      'Reviews that waited at the end of it; null: not known.',
      nullable(Type.Integer()),
    ),
    waitingWithdrawals: described(
      'Withdrawals that waited at the end of it; null: not known.',
      nullable(Type.Integer()),
    ),
    waitingTickets: described(
      'Tickets that waited at the end of it; null: not known.',
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
    'The last 31 days, or 13 months of a calendar, the newest first, and what is held against what is owed',
  query: Type.Object(
    {
      per: described('Length of a row.', Type.Enum(['DAY', 'MONTH'])),
      calendar: described('The calendar of the year.', Type.Enum(LANGUAGES)),
    },
    open,
  ),
  reply: withBase(
    Type.Object(
      {
        rows: described('The figures, a row a day or month.', Type.Array(Figures)),
        reserves: described(
          'Value of all coins in Toman now; null: a node or a price is away.',
          Type.Object(
            {
              hot: described('In the hot wallets, Toman; null: not known.', nullable(DecimalText)),
              cold: described('In the cold wallets, Toman; null: not known.', nullable(DecimalText)),
              owed: described('What people own, Toman; null: not known.', nullable(DecimalText)),
            },
            open,
          ),
        ),
        moneyAsOf: described(
          'Up to when money and trades are in it, and when people and queues were looked at; null: not yet.',
          nullable(Timestamp),
        ),
        tradesAsOf: described('Until when trades are counted; null: never yet.', nullable(Timestamp)),
        lookedAt: described('When the reserves were read; null: never yet.', nullable(Timestamp)),
      },
      open,
    ),
  ),
});
