import { type Static, type TSchema, Type } from 'typebox';
import { WORTH_DAYS } from '../worth-days.ts';
import {
  DecimalText,
  endpoint,
  open,
  pageQuery,
  success,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';

export const InviteStats = Type.Object(
  {
    referralCode: Type.String(),
    /** The sign-up page with the code. */
    referralLink: Type.String(),
    /** Of the link, base64 PNG. */
    qrCode: Type.String(),
    countInvitees: Type.Integer(),
    /** Toman, worth when it was earned. */
    profit: DecimalText,
    /** What was earned in each currency. */
    credits: Type.Array(Type.Tuple([Type.String(), Type.Object({ credit: DecimalText }, open)])),
  },
  open,
);
export type InviteStats = Static<typeof InviteStats>;

export const invites = endpoint({
  method: 'GET',
  path: '/users/invites',
  access: 'user',
  rate: 'read',
  summary: 'Invite statistics',
  reply: withBase(InviteStats),
});

export const Invitee = Type.Object(
  {
    id: Type.String(),
    /** a***@g***.com. */
    email: Type.String(),
    joinedAtDateTime: Timestamp,
    /** Has traded in the last three months. */
    active: Type.Boolean(),
    /** Toman that their fees have brought so far. */
    profit: DecimalText,
  },
  open,
);
export type Invitee = Static<typeof Invitee>;

export const invitees = endpoint({
  method: 'GET',
  path: '/users/invitees',
  access: 'user',
  rate: 'read',
  summary: 'Who was invited, the newest first',
  query: Type.Object({ size: pageQuery.size, cursor: pageQuery.cursor }, open),
  reply: withContent(Invitee),
});

export const Worth = Type.Object(
  {
    /** Of Tehran: 2026-11-22. The last is today, as of now. */
    day: Type.String(),
    toman: DecimalText,
    tether: DecimalText,
  },
  open,
);
export type Worth = Static<typeof Worth>;

export const portfolioWorth = endpoint({
  method: 'GET',
  path: '/portfolio/worth',
  access: 'verified',
  rate: 'read',
  summary: 'What everything was worth at the end of each day, oldest first; from the day there was something',
  query: Type.Object({ days: Type.Optional(Type.Integer({ enum: [...WORTH_DAYS], default: 30 })) }, open),
  reply: success({ content: Type.Array(Worth) }),
});

const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const Reckoned = Type.Object(
  {
    /** What is still there has cost, fees included. */
    cost: DecimalText,
    /** Cost of one coin; null: there is none. */
    averagePrice: nullable(DecimalText),
    /** Null while it has no price. */
    worth: nullable(DecimalText),
    /** Worth less cost; signed. */
    unrealised: nullable(DecimalText),
    /** The same in percent of the cost; null without one. */
    percent: nullable(DecimalText),
    /** By what was sold or spent, less fees; signed. */
    realised: DecimalText,
  },
  open,
);

export const CoinProfit = Type.Object(
  { asset: Type.String(), amount: DecimalText, toman: Reckoned, tether: Reckoned },
  open,
);
export type CoinProfit = Static<typeof CoinProfit>;

const Sums = Type.Object({ unrealised: DecimalText, realised: DecimalText }, open);

export const PortfolioProfit = Type.Object(
  { toman: Sums, tether: Sums, coins: Type.Array(CoinProfit) },
  open,
);
export type PortfolioProfit = Static<typeof PortfolioProfit>;

export const portfolioProfit = endpoint({
  method: 'GET',
  path: '/portfolio/profit',
  access: 'verified',
  rate: 'read',
  summary: 'Profit of each coin by its average cost, in Toman and in Tether; the most valuable first',
  reply: withBase(PortfolioProfit),
});
