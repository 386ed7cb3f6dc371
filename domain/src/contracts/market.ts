import { type Static, Type } from 'typebox';
import { DecimalText, described, endpoint, open, withBase, withContent } from './endpoint.ts';

export const CoinPrice = Type.Object(
  {
    destCoinSymbol: Type.String({ description: 'Coin code, e.g. BITCOIN' }),
    unit: described(
      'What its prices are in, whatever the path is called.',
      Type.Enum(['TOMAN', 'TETHER', 'DOLLAR']),
    ),
    buyPrice: described(
      'What a customer pays; null while the coin is halted.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    sellPrice: described(
      'What a customer gets; null while the coin is halted.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    referencePrice: described(
      'What our pages show as the price of the coin, between the two; null while the coin is halted.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    price24hrChangePercent: described(
      'Of the reference price within 24 hours: signed percent text, e.g. "-1.25".',
      Type.Union([Type.String(), Type.Null()]),
    ),
    isActive: described('Whether the coin can be traded at once now.', Type.Boolean()),
    lastWeekData: described(
      '20 mid prices over the last week, oldest first, when asked for.',
      Type.Optional(Type.Array(DecimalText)),
    ),
  },
  open,
);
export type CoinPrice = Static<typeof CoinPrice>;

const priceQuery = Type.Object(
  {
    includeWeeklyChange: described('Whether `lastWeekData` is wanted.', Type.Optional(Type.Boolean())),
    include24hrChange: described(
      'False leaves `price24hrChangePercent` null.',
      Type.Optional(Type.Boolean()),
    ),
    toCurrencies: Type.Optional(Type.String({ maxLength: 300, description: 'Coin codes, comma separated' })),
  },
  open,
);

export const exchangePriceUsd = endpoint({
  method: 'GET',
  path: '/coins/exchange-price/usd',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Quick trade prices in Toman (the name is historical)',
  query: priceQuery,
  reply: Type.Array(CoinPrice),
});

export const exchangePriceUsdt = endpoint({
  method: 'GET',
  path: '/coins/exchange-price/usdt',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Quick trade prices in Tether',
  query: priceQuery,
  reply: Type.Array(CoinPrice),
});

export const priceUsd = endpoint({
  method: 'GET',
  path: '/coins/price/usd',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Reference prices in US dollars',
  query: priceQuery,
  reply: Type.Array(CoinPrice),
});

export const TokenTypeDetails = Type.Object(
  {
    tokenType: described("The network's code, e.g. TRC20.", Type.String()),
    txIdIsNeeded: described('Whether a missed deposit is found by its txid alone.', Type.Boolean()),
    tagIsNeeded: described('Whether addresses of this network have a tag or memo.', Type.Boolean()),
    isDepositEnable: described('Whether deposits are taken now.', Type.Boolean()),
    withdrawEnable: described('Whether withdrawals are sent now.', Type.Boolean()),
    withdrawalFee: described('Fee of a withdrawal, in the coin.', DecimalText),
    minWithdraw: described('Minimum of one withdrawal, in the coin.', DecimalText),
    maxWithdraw: described('Maximum of one withdrawal, in the coin.', DecimalText),
    confirmations: described('Blocks until a deposit counts.', Type.Integer()),
    minDeposit: described('In the coin; less is not credited automatically.', DecimalText),
  },
  open,
);

export const CoinDetail = Type.Object(
  {
    name: Type.String({ description: 'Coin code' }),
    code: Type.String({ description: 'Ticker, e.g. BTC' }),
    image: described('Path of its icon on this site.', Type.String()),
    persianName: described('Name in Persian.', Type.String()),
    englishName: described('Name in English.', Type.String()),
    minAmountExchange: described('Minimum of a quick trade, in the coin.', DecimalText),
    maxAmountExchange: described('Maximum of a quick trade, in the coin.', DecimalText),
    withdrawalFee: described('Fee of a withdrawal, in the coin.', DecimalText),
    minWithdrawAmount: described('Minimum of one withdrawal, in the coin.', DecimalText),
    maxWithdrawAmount: described('Maximum of one withdrawal, in the coin.', DecimalText),
    transferFee: described('In the coin, the same as `withdrawalFee`.', DecimalText),
    minDepositAmount: described('Toman only: minimum of one deposit by card.', Type.Optional(DecimalText)),
    maxDepositAmount: described('Toman only: maximum of one deposit by card.', Type.Optional(DecimalText)),
    decimals: described('How many decimals an amount of it has at most.', Type.Integer()),
    pricePrecision: described('How many decimals its price is shown with.', Type.Integer()),
    isActive: described('Whether it can be traded now.', Type.Boolean()),
    tokenTypeDetails: described('Its networks.', Type.Array(TokenTypeDetails)),
  },
  open,
);
export type CoinDetail = Static<typeof CoinDetail>;

export const coinDetails = endpoint({
  method: 'GET',
  path: '/coins/details',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Limits, fees and networks of every coin (TOMAN and TETHER included)',
  reply: withContent(CoinDetail),
});

export const SupportedCoin = Type.Object(
  {
    coin: Type.String({ description: 'Coin code, e.g. BITCOIN' }),
    code: Type.String({ description: 'Ticker' }),
    persianName: described('Name in Persian.', Type.String()),
    englishName: described('Name in English.', Type.String()),
    link: Type.String({ description: 'Icon' }),
  },
  open,
);
export type SupportedCoin = Static<typeof SupportedCoin>;

export const coins = endpoint({
  method: 'GET',
  path: '/coins',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Every coin, in display order',
  reply: withContent(SupportedCoin),
});

export const supportingCoins = endpoint({
  method: 'GET',
  path: '/coins/supporting-coins',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Every coin, keyed by code',
  reply: Type.Record(Type.String(), SupportedCoin),
});

export const Stats = described(
  'Customers and what they trade, without market makers; all null below the numbers that staff sets.',
  Type.Object(
    {
      userCount: described('How many customers there are.', Type.Union([Type.Integer(), Type.Null()])),
      tradesValue: described('Toman.', Type.Union([DecimalText, Type.Null()])),
      tradesAmount: described('How many trades.', Type.Union([Type.Integer(), Type.Null()])),
    },
    open,
  ),
);
export type Stats = Static<typeof Stats>;

export const cryptoInfo = endpoint({
  method: 'GET',
  path: '/trades/crypto-info',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Users, trades and their value in Toman',
  reply: withBase(Stats),
});

export const marketInfoHome = endpoint({
  method: 'GET',
  path: '/trades/market-info-home',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'The same three figures, for the home page',
  reply: withBase(Stats),
});
