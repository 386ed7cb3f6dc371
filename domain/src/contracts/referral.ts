import { type Static, Type } from 'typebox';
import { WORTH_DAYS } from '../worth-days.ts';
import {
  DecimalText,
  described,
  endpoint,
  nullable,
  open,
  pageQuery,
  success,
  Timestamp,
  withBase,
  withContent,
} from './endpoint.ts';

export const InviteStats = Type.Object(
  {
    referralCode: described('Referral code of the user, for inviting others.', Type.String()),
    referralLink: described('URL of the sign-up page with the code.', Type.String()),
    qrCode: described('QR code of the link, as PNG in base64.', Type.String()),
    countInvitees: described('Number of invited users.', Type.Integer()),
    profit: described('Total rewards, in Toman at their value when earned.', DecimalText),
    credits: described(
      'Rewards in each currency.',
      Type.Array(
        Type.Tuple([
          Type.String(),
          Type.Object(
            { credit: described('Reward earned in this currency, in the asset itself.', DecimalText) },
            open,
          ),
        ]),
      ),
    ),
  },
  open,
);
export type InviteStats = Static<typeof InviteStats>;

export const invites = endpoint({
  method: 'GET',
  path: '/users/invites',
  access: 'user',
  rate: 'read',
  summary: 'Returns referral statistics',
  reply: withBase(InviteStats),
});

export const Invitee = Type.Object(
  {
    id: described('Identifier used in other calls.', Type.String()),
    email: described('Masked email address: a***@g***.com.', Type.String()),
    joinedAtDateTime: described('Time of sign-up.', Timestamp),
    active: described('Whether the user has traded in the last three months.', Type.Boolean()),
    profit: described("Reward from the user's fees so far, in Toman.", DecimalText),
  },
  open,
);
export type Invitee = Static<typeof Invitee>;

export const invitees = endpoint({
  method: 'GET',
  path: '/users/invitees',
  access: 'user',
  rate: 'read',
  summary: 'Returns the invited users, newest first',
  query: Type.Object(
    {
      size: described('Number of entries to return.', pageQuery.size),
      cursor: described('Value of `nextCursor` from the previous reply.', pageQuery.cursor),
    },
    open,
  ),
  reply: withContent(Invitee),
});

export const Worth = Type.Object(
  {
    day: described(
      'Day in Tehran, e.g. 2026-11-22. The last one is today, with the current value.',
      Type.String(),
    ),
    toman: described('Value in Toman.', DecimalText),
    tether: described('Value in Tether.', DecimalText),
  },
  open,
);
export type Worth = Static<typeof Worth>;

export const portfolioWorth = endpoint({
  method: 'GET',
  path: '/portfolio/worth',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary:
    'Returns the value of all balances at the end of each day, oldest first, from the first day with a balance',
  query: Type.Object(
    {
      days: described('Number of days.', Type.Optional(Type.Integer({ enum: [...WORTH_DAYS], default: 30 }))),
    },
    open,
  ),
  reply: success({ content: described('Values per day, oldest first.', Type.Array(Worth)) }),
});

export const ProfitFigures = Type.Object(
  {
    cost: described(
      'Cost of the remaining amount, including fees, in the quote currency of the calculation.',
      DecimalText,
    ),
    averagePrice: described('Cost of one coin; null if there is none.', nullable(DecimalText)),
    worth: described(
      'Value in the quote currency of the calculation; null while the coin has no price.',
      nullable(DecimalText),
    ),
    unrealised: described(
      'Value minus cost, in the quote currency of the calculation; signed.',
      nullable(DecimalText),
    ),
    percent: described(
      'Value minus cost, in percent of the cost; null without a cost.',
      nullable(DecimalText),
    ),
    realised: described(
      'Realised profit of amounts sold or spent, minus fees, in the quote currency of the calculation; signed.',
      DecimalText,
    ),
  },
  open,
);

export const CoinProfit = Type.Object(
  {
    asset: described('Code of the asset; TOMAN for Toman.', Type.String()),
    amount: described('Remaining amount, in the asset.', DecimalText),
    toman: described('Figures calculated in Toman.', ProfitFigures),
    tether: described('Figures calculated in Tether.', ProfitFigures),
  },
  open,
);
export type CoinProfit = Static<typeof CoinProfit>;

export const ProfitSums = Type.Object(
  {
    unrealised: described(
      'Value minus cost of the remaining amounts, in the quote currency of the calculation; signed.',
      DecimalText,
    ),
    realised: described(
      'Realised profit of amounts sold or spent, minus fees, in the quote currency of the calculation; signed.',
      DecimalText,
    ),
  },
  open,
);

export const PortfolioProfit = Type.Object(
  {
    toman: described('Totals of all coins, in Toman.', ProfitSums),
    tether: described('Totals of all coins, in Tether.', ProfitSums),
    coins: described('Profit of each coin, most valuable first.', Type.Array(CoinProfit)),
  },
  open,
);
export type PortfolioProfit = Static<typeof PortfolioProfit>;

export const portfolioProfit = endpoint({
  method: 'GET',
  path: '/portfolio/profit',
  access: 'verified',
  rate: 'read',
  permission: 'READ',
  summary: 'Returns the profit of each coin by its average cost, in Toman and in Tether; most valuable first',
  reply: withBase(PortfolioProfit),
});
