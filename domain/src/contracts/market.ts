import { type Static, Type } from 'typebox';
import { DecimalText, described, endpoint, open, withBase, withContent } from './endpoint.ts';

export const CoinPrice = Type.Object(
  {
    destCoinSymbol: Type.String({ description: 'Code of the coin, e.g. BITCOIN.' }),
    unit: described(
      "Currency of the prices, regardless of the path's name.",
      Type.Enum(['TOMAN', 'TETHER', 'DOLLAR']),
    ),
    buyPrice: described(
      'Price at which a customer buys; null while the coin is halted.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    sellPrice: described(
      'Price at which a customer sells; null while the coin is halted.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    referencePrice: described(
      'Price displayed on this site, between the buy and sell price; null while the coin is halted.',
      Type.Union([DecimalText, Type.Null()]),
    ),
    price24hrChangePercent: described(
      'Change of the reference price over 24 hours, in percent, signed, e.g. "-1.25".',
      Type.Union([Type.String(), Type.Null()]),
    ),
    isActive: described('Whether quick trades of the coin are available at present.', Type.Boolean()),
    lastWeekData: described(
      '20 mid prices over the last week, oldest first; only if requested.',
      Type.Optional(Type.Array(DecimalText)),
    ),
  },
  open,
);
export type CoinPrice = Static<typeof CoinPrice>;

const priceQuery = Type.Object(
  {
    includeWeeklyChange: described('Whether to include `lastWeekData`.', Type.Optional(Type.Boolean())),
    include24hrChange: described(
      'If false, `price24hrChangePercent` is null.',
      Type.Optional(Type.Boolean()),
    ),
    toCurrencies: Type.Optional(
      Type.String({ maxLength: 300, description: 'Codes of coins, separated by commas.' }),
    ),
  },
  open,
);

export const exchangePriceUsd = endpoint({
  method: 'GET',
  path: '/coins/exchange-price/usd',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: "Returns quick trade prices in Toman (the path's name is historical)",
  query: priceQuery,
  reply: Type.Array(CoinPrice),
});

export const exchangePriceUsdt = endpoint({
  method: 'GET',
  path: '/coins/exchange-price/usdt',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns quick trade prices in Tether',
  query: priceQuery,
  reply: Type.Array(CoinPrice),
});

export const priceUsd = endpoint({
  method: 'GET',
  path: '/coins/price/usd',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns reference prices in US dollars',
  query: priceQuery,
  reply: Type.Array(CoinPrice),
});

export const TokenTypeDetails = Type.Object(
  {
    tokenType: described('Code of the network, e.g. TRC20.', Type.String()),
    txIdIsNeeded: described(
      'Whether a missed deposit can be found by its transaction id alone.',
      Type.Boolean(),
    ),
    tagIsNeeded: described('Whether addresses of this network have a tag or memo.', Type.Boolean()),
    isDepositEnable: described('Whether deposits are accepted at present.', Type.Boolean()),
    withdrawEnable: described('Whether withdrawals are sent at present.', Type.Boolean()),
    withdrawalFee: described('Withdrawal fee, in the coin.', DecimalText),
    minWithdraw: described('Minimum amount of a withdrawal, in the coin.', DecimalText),
    maxWithdraw: described('Maximum amount of a withdrawal, in the coin.', DecimalText),
    confirmations: described('Number of confirmations after which a deposit is credited.', Type.Integer()),
    minDeposit: described(
      'Minimum deposit, in the coin; smaller deposits are not credited automatically.',
      DecimalText,
    ),
  },
  open,
);

export const CoinDetail = Type.Object(
  {
    name: Type.String({ description: 'Code of the coin.' }),
    code: Type.String({ description: 'Ticker, e.g. BTC.' }),
    image: described('Path of the icon on this site.', Type.String()),
    persianName: described('Name of the coin in Persian.', Type.String()),
    englishName: described('Name of the coin in English.', Type.String()),
    minAmountExchange: described('Minimum amount of a quick trade, in the coin.', DecimalText),
    maxAmountExchange: described('Maximum amount of a quick trade, in the coin.', DecimalText),
    withdrawalFee: described('Withdrawal fee, in the coin.', DecimalText),
    minWithdrawAmount: described('Minimum amount of a withdrawal, in the coin.', DecimalText),
    maxWithdrawAmount: described('Maximum amount of a withdrawal, in the coin.', DecimalText),
    transferFee: described('Same as `withdrawalFee`, in the coin.', DecimalText),
    minDepositAmount: described('Minimum amount of a card deposit; Toman only.', Type.Optional(DecimalText)),
    maxDepositAmount: described('Maximum amount of a card deposit; Toman only.', Type.Optional(DecimalText)),
    decimals: described('Maximum number of decimal places of an amount.', Type.Integer()),
    pricePrecision: described('Number of decimal places with which the price is displayed.', Type.Integer()),
    isActive: described('Whether the coin can be traded at present.', Type.Boolean()),
    tokenTypeDetails: described('Networks of the coin.', Type.Array(TokenTypeDetails)),
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
  summary: 'Returns limits, fees and networks of all coins, including TOMAN and TETHER',
  reply: withContent(CoinDetail),
});

export const SupportedCoin = Type.Object(
  {
    coin: Type.String({ description: 'Code of the coin, e.g. BITCOIN.' }),
    code: Type.String({ description: 'Ticker.' }),
    persianName: described('Name of the coin in Persian.', Type.String()),
    englishName: described('Name of the coin in English.', Type.String()),
    link: Type.String({ description: 'Path of the icon.' }),
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
  summary: 'Returns all coins, in display order',
  reply: withContent(SupportedCoin),
});

export const supportingCoins = endpoint({
  method: 'GET',
  path: '/coins/supporting-coins',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns all coins, keyed by code',
  reply: Type.Record(Type.String(), SupportedCoin),
});

export const Stats = described(
  'Numbers of customers and trades, without market makers; all null while below the thresholds set by staff.',
  Type.Object(
    {
      userCount: described('Number of customers.', Type.Union([Type.Integer(), Type.Null()])),
      tradesValue: described('Total value of trades, in Toman.', Type.Union([DecimalText, Type.Null()])),
      tradesAmount: described('Number of trades.', Type.Union([Type.Integer(), Type.Null()])),
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
  summary: 'Returns the number of users, and the number and Toman value of trades',
  reply: withBase(Stats),
});

export const marketInfoHome = endpoint({
  method: 'GET',
  path: '/trades/market-info-home',
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the same three figures, for the home page',
  reply: withBase(Stats),
});
