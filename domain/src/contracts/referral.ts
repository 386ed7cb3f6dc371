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
    referralCode: described("The person's own code, for those they invite.", Type.String()),
    referralLink: described('The sign-up page with the code.', Type.String()),
    qrCode: described('Of the link, base64 PNG.', Type.String()),
    countInvitees: described('How many people were invited.', Type.Integer()),
    profit: described('Toman, its value when it was earned.', DecimalText),
    credits: described(
      'What was earned in each currency.',
      Type.Array(
        Type.Tuple([
          Type.String(),
          Type.Object(
            { credit: described('What was earned in this currency, in the asset itself.', DecimalText) },
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
  summary: 'Invite statistics',
  reply: withBase(InviteStats),
});

export const Invitee = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    email: described('a***@g***.com.', Type.String()),
    joinedAtDateTime: described('When they signed up.', Timestamp),
    active: described('Has traded in the last three months.', Type.Boolean()),
    profit: described('Toman that their fees have brought so far.', DecimalText),
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
  query: Type.Object(
    {
      size: described('How many entries are asked for.', pageQuery.size),
      cursor: described('What the answer before gave as nextCursor.', pageQuery.cursor),
    },
    open,
  ),
  reply: withContent(Invitee),
});

export const Worth = Type.Object(
  {
    day: described('Of Tehran: 2026-11-22. The last is today, as of now.', Type.String()),
    toman: described('The value in Toman.', DecimalText),
    tether: described('The value in Tether.', DecimalText),
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
  summary: 'Value of everything at the end of each day, oldest first; from the day there was something',
  query: Type.Object(
    {
      days: described('How many days.', Type.Optional(Type.Integer({ enum: [...WORTH_DAYS], default: 30 }))),
    },
    open,
  ),
  reply: success({ content: described('A day each, oldest first.', Type.Array(Worth)) }),
});

export const ProfitFigures = Type.Object(
  {
    cost: described(
      'What was paid for what is still there, fees included; in the quote that it is calculated in.',
      DecimalText,
    ),
    averagePrice: described('Cost of one coin; null: there is none.', nullable(DecimalText)),
    worth: described(
      'In the quote that it is calculated in; null while it has no price.',
      nullable(DecimalText),
    ),
    unrealised: described(
      'Value less cost, in the quote that it is calculated in; signed.',
      nullable(DecimalText),
    ),
    percent: described('The same in percent of the cost; null without one.', nullable(DecimalText)),
    realised: described(
      'By what was sold or spent, less fees; in the quote that it is calculated in; signed.',
      DecimalText,
    ),
  },
  open,
);

export const CoinProfit = Type.Object(
  {
    asset: described('Code of the asset; TOMAN for Toman.', Type.String()),
    amount: described('What is still there, in the asset.', DecimalText),
    toman: described('Calculated in Toman.', ProfitFigures),
    tether: described('Calculated in Tether.', ProfitFigures),
  },
  open,
);
export type CoinProfit = Static<typeof CoinProfit>;

export const ProfitSums = Type.Object(
  {
    unrealised: described(
      'Value less cost of what is still there, in the quote that it is calculated in; signed.',
      DecimalText,
    ),
    realised: described(
      'Profit of what was sold or spent, less fees; in the quote that it is calculated in; signed.',
      DecimalText,
    ),
  },
  open,
);

export const PortfolioProfit = Type.Object(
  {
    toman: described('Of all coins, in Toman.', ProfitSums),
    tether: described('Of all coins, in Tether.', ProfitSums),
    coins: described('Each coin, the most valuable first.', Type.Array(CoinProfit)),
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
  summary: 'Profit of each coin by its average cost, in Toman and in Tether; the most valuable first',
  reply: withBase(PortfolioProfit),
});
