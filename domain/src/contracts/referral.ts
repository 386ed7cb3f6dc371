import { type Static, Type } from 'typebox';
import { WORTH_DAYS } from '../worth-days.ts';
import { endpoint } from './endpoint.ts';
import {
  DecimalText,
  decimal,
  described,
  flag,
  integer,
  itemReply,
  list,
  listReply,
  nullable,
  object,
  optional,
  pageQuery,
  success,
  text,
  time,
} from './fields.ts';

export const InviteStats = object({
  referralCode: text('Referral code of the user, for inviting others.'),
  referralLink: text('URL of the sign-up page with the code.'),
  qrCode: text('QR code of the link, as PNG in base64.'),
  countInvitees: integer('Number of invited users.'),
  profit: decimal('Total rewards, in Toman at their value when earned.'),
  credits: list(
    'Rewards in each currency.',
    Type.Tuple([
      Type.String(),
      object({ credit: decimal('Reward earned in this currency, in the asset itself.') }),
    ]),
  ),
});
export type InviteStats = Static<typeof InviteStats>;

export const invites = endpoint('GET', '/users/invites', {
  access: 'user',
  rate: 'read',
  summary: 'Returns referral statistics',
  reply: itemReply(InviteStats),
});

export const Invitee = object({
  id: text('Identifier used in other calls.'),
  email: text('Masked email address: a***@g***.com.'),
  joinedAtDateTime: time('Time of sign-up.'),
  active: flag('Whether the user has traded in the last three months.'),
  profit: decimal("Reward from the user's fees so far, in Toman."),
});
export type Invitee = Static<typeof Invitee>;

export const invitees = endpoint('GET', '/users/invitees', {
  access: 'user',
  rate: 'read',
  summary: 'Returns the invited users, newest first',
  query: object({
    size: described('Number of entries to return.', pageQuery.size),
    cursor: described('Value of `nextCursor` from the previous reply.', pageQuery.cursor),
  }),
  reply: listReply(Invitee),
});

export const DailyWorth = object({
  day: text('Day in Tehran, e.g. 2026-11-22. The last one is today, with the current value.'),
  toman: decimal('Value in Toman.'),
  tether: decimal('Value in Tether.'),
});
export type DailyWorth = Static<typeof DailyWorth>;

export const portfolioWorth = endpoint('GET', '/portfolio/worth', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary:
    'Returns the value of all balances at the end of each day, oldest first, from the first day with a balance',
  query: object({
    days: optional('Number of days.', Type.Integer({ enum: [...WORTH_DAYS], default: 30 })),
  }),
  reply: success({ content: list('Values per day, oldest first.', DailyWorth) }),
});

export const ProfitFigures = object({
  cost: decimal('Cost of the remaining amount, including fees, in the quote currency of the calculation.'),
  averagePrice: nullable('Cost of one coin; null if there is none.', DecimalText),
  worth: nullable(
    'Value in the quote currency of the calculation; null while the coin has no price.',
    DecimalText,
  ),
  unrealised: nullable('Value minus cost, in the quote currency of the calculation; signed.', DecimalText),
  percent: nullable('Value minus cost, in percent of the cost; null without a cost.', DecimalText),
  realised: decimal(
    'Realised profit of amounts sold or spent, minus fees, in the quote currency of the calculation; signed.',
  ),
});

export const CoinProfit = object({
  asset: text('Code of the asset; TOMAN for Toman.'),
  amount: decimal('Remaining amount, in the asset.'),
  toman: described('Figures calculated in Toman.', ProfitFigures),
  tether: described('Figures calculated in Tether.', ProfitFigures),
});
export type CoinProfit = Static<typeof CoinProfit>;

export const ProfitSums = object({
  unrealised: decimal(
    'Value minus cost of the remaining amounts, in the quote currency of the calculation; signed.',
  ),
  realised: decimal(
    'Realised profit of amounts sold or spent, minus fees, in the quote currency of the calculation; signed.',
  ),
});

export const PortfolioProfit = object({
  toman: described('Totals of all coins, in Toman.', ProfitSums),
  tether: described('Totals of all coins, in Tether.', ProfitSums),
  coins: list('Profit of each coin, most valuable first.', CoinProfit),
});
export type PortfolioProfit = Static<typeof PortfolioProfit>;

export const portfolioProfit = endpoint('GET', '/portfolio/profit', {
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'Returns the profit of each coin by its average cost, in Toman and in Tether; most valuable first',
  reply: itemReply(PortfolioProfit),
});
