/** The figures of the business, from sums that are kept as things happen. */
import { type Static, Type } from 'typebox';
import { DecimalText, endpoint, open, success, Timestamp, withBase } from './endpoint.ts';

const staff = { access: 'staff', rate: 'write', roles: ['treasury'] } as const;
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
/** A day of Asia/Tehran: 2026-11-21. */
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
/** Toman as decimal text; may be below zero. */
const Signed = Type.String();

// ── Fees and shares ─────────────────────────────────────────────────────────────────────────────

/** What a fee is for: quick trades, orders of the book, what leaves. */
export const FEE_SOURCES = ['OTC', 'P2P', 'WITHDRAWAL'] as const;

const sums = {
  /** Fees and shares that were booked. */
  entries: Type.Integer(),
  /** In the asset; `net` is what stays: fee, less what was given back, less shares of inviters. */
  fee: DecimalText,
  returned: DecimalText,
  referral: DecimalText,
  net: Signed,
  /** What stays in Toman, at the prices of the minutes it was earned. */
  netToman: Signed,
};

export const FeeRow = Type.Object(
  {
    /** Null in a report by market. */
    day: nullable(Day),
    /** Null in a report by day. */
    source: nullable(Type.Enum(FEE_SOURCES)),
    /** TETHER_TOMAN; null: by day, or a withdrawal. */
    market: nullable(Type.String()),
    asset: Type.String(),
    ...sums,
  },
  open,
);
export type FeeRow = Static<typeof FeeRow>;

export const FeeTotal = Type.Object({ asset: Type.String(), ...sums }, open);
export type FeeTotal = Static<typeof FeeTotal>;

const period = { from: Day, to: Day };

export const feeReport = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/reports/fees',
  summary: 'Fees, shares of inviters and what stays, of days in Tehran (both included, 366 at most)',
  query: Type.Object(
    {
      ...period,
      by: Type.Enum(['DAY', 'MARKET']),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      cursor: Type.Optional(Type.String({ maxLength: 40 })),
    },
    open,
  ),
  reply: success({
    /** By day: newest first. By market: most fees first, all at once. */
    content: Type.Array(FeeRow),
    nextCursor: nullable(Type.String()),
    /** Of the whole period. */
    totals: Type.Array(FeeTotal),
    netToman: Signed,
    /** Up to when everything is in it; null: not yet. */
    asOf: nullable(Timestamp),
  }),
});

export const feeFile = endpoint({
  ...staff,
  method: 'GET',
  path: '/backoffice/reports/fees/file',
  summary: 'The same by day, source, market and currency, as CSV or XLSX; dates are Jalali in Persian',
  query: Type.Object({ ...period, format: Type.Enum(['csv', 'xlsx']), lang: Type.Enum(['fa', 'en']) }, open),
  reply: Type.Any(),
  errors: ['EXCEL_NOT_GENERATED'],
});

// ── Figures ─────────────────────────────────────────────────────────────────────────────────────

export const Figures = Type.Object(
  {
    /** The day, or the first day of the month. */
    day: Day,
    newPeople: Type.Integer(),
    verified: Type.Integer(),
    /** Different people who traded. */
    activeTraders: Type.Integer(),
    quickTrades: Type.Integer(),
    bookTrades: Type.Integer(),
    /** Toman, all below. */
    quickVolume: DecimalText,
    bookVolume: DecimalText,
    fees: Signed,
    referral: Signed,
    /** Fees less shares. */
    netFees: Signed,
    tomanDeposits: Signed,
    coinDeposits: Signed,
    tomanWithdrawals: Signed,
    coinWithdrawals: Signed,
    /** What payers paid to shops. */
    storeReceipts: Signed,
    /** At the end of it, or now; null: nobody looked then. Waiting counts go to 1,000. */
    openOrders: nullable(Type.Integer()),
    waitingReviews: nullable(Type.Integer()),
    waitingWithdrawals: nullable(Type.Integer()),
    waitingTickets: nullable(Type.Integer()),
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
  query: Type.Object({ per: Type.Enum(['DAY', 'MONTH']), calendar: Type.Enum(['fa', 'en']) }, open),
  reply: withBase(
    Type.Object(
      {
        rows: Type.Array(Figures),
        /** Toman worth of all coins now; null: a node or a price is away. */
        reserves: Type.Object(
          { hot: nullable(DecimalText), cold: nullable(DecimalText), owed: nullable(DecimalText) },
          open,
        ),
        /** Up to when money and trades are in it, and when people and queues were looked at; null: not yet. */
        moneyAsOf: nullable(Timestamp),
        tradesAsOf: nullable(Timestamp),
        lookedAt: nullable(Timestamp),
      },
      open,
    ),
  ),
});
