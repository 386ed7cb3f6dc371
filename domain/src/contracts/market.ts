import { type Static, Type } from 'typebox';
import { DecimalText, endpoint, open, withBase, withContent } from './endpoint.ts';

export const CoinPrice = Type.Object(
  {
    destCoinSymbol: Type.String({ description: 'Coin code, e.g. BITCOIN' }),
    /** What a customer pays; null while the coin is halted. */
    buyPrice: Type.Union([DecimalText, Type.Null()]),
    /** What a customer gets; null while the coin is halted. */
    sellPrice: Type.Union([DecimalText, Type.Null()]),
    /** Signed percent text, e.g. "-1.25". */
    price24hrChangePercent: Type.Union([Type.String(), Type.Null()]),
    isActive: Type.Boolean(),
    /** 20 mid prices over the last week, oldest first, when asked for. */
    lastWeekData: Type.Optional(Type.Array(DecimalText)),
  },
  open,
);
export type CoinPrice = Static<typeof CoinPrice>;

const priceQuery = Type.Object(
  {
    includeWeeklyChange: Type.Optional(Type.Boolean()),
    include24hrChange: Type.Optional(Type.Boolean()),
    toCurrencies: Type.Optional(Type.String({ maxLength: 300, description: 'Coin codes, comma separated' })),
  },
  open,
);

export const exchangePriceUsd = endpoint({
  method: 'GET',
  path: '/coins/exchange-price/usd',
  access: 'public',
  rate: 'read',
  summary: 'Quick trade prices in Toman (the name is historical)',
  query: priceQuery,
  reply: Type.Array(CoinPrice),
});

export const exchangePriceUsdt = endpoint({
  method: 'GET',
  path: '/coins/exchange-price/usdt',
  access: 'public',
  rate: 'read',
  summary: 'Quick trade prices in Tether',
  query: priceQuery,
  reply: Type.Array(CoinPrice),
});

export const priceUsd = endpoint({
  method: 'GET',
  path: '/coins/price/usd',
  access: 'public',
  rate: 'read',
  summary: 'Reference prices in US dollars',
  query: priceQuery,
  reply: Type.Array(CoinPrice),
});

export const TokenType = Type.Object(
  {
    tokenType: Type.String(),
    txIdIsNeeded: Type.Boolean(),
    tagIsNeeded: Type.Boolean(),
    isDepositEnable: Type.Boolean(),
    withdrawEnable: Type.Boolean(),
    withdrawalFee: DecimalText,
    minWithdraw: DecimalText,
    maxWithdraw: DecimalText,
    /** Blocks until a deposit counts. */
    confirmations: Type.Integer(),
    /** Less is not credited by itself. */
    minDeposit: DecimalText,
  },
  open,
);

export const CoinDetail = Type.Object(
  {
    name: Type.String({ description: 'Coin code' }),
    code: Type.String({ description: 'Ticker, e.g. BTC' }),
    image: Type.String(),
    persianName: Type.String(),
    englishName: Type.String(),
    minAmountExchange: DecimalText,
    maxAmountExchange: DecimalText,
    withdrawalFee: DecimalText,
    minWithdrawAmount: DecimalText,
    maxWithdrawAmount: DecimalText,
    transferFee: DecimalText,
    /** Toman only: bounds of one deposit by card. */
    minDepositAmount: Type.Optional(DecimalText),
    maxDepositAmount: Type.Optional(DecimalText),
    decimals: Type.Integer(),
    pricePrecision: Type.Integer(),
    isActive: Type.Boolean(),
    tokenTypeDetails: Type.Array(TokenType),
  },
  open,
);
export type CoinDetail = Static<typeof CoinDetail>;

export const coinDetails = endpoint({
  method: 'GET',
  path: '/coins/details',
  access: 'public',
  rate: 'read',
  summary: 'Limits, fees and networks of every coin (TOMAN and TETHER included)',
  reply: withContent(CoinDetail),
});

export const SupportedCoin = Type.Object(
  {
    coin: Type.String({ description: 'Coin code, e.g. BITCOIN' }),
    code: Type.String({ description: 'Ticker' }),
    persianName: Type.String(),
    englishName: Type.String(),
    link: Type.String({ description: 'Icon' }),
  },
  open,
);
export type SupportedCoin = Static<typeof SupportedCoin>;

export const coins = endpoint({
  method: 'GET',
  path: '/coins',
  access: 'public',
  rate: 'read',
  summary: 'Every coin, in display order',
  reply: withContent(SupportedCoin),
});

export const supportingCoins = endpoint({
  method: 'GET',
  path: '/coins/supporting-coins',
  access: 'public',
  rate: 'read',
  summary: 'Every coin, keyed by code',
  reply: Type.Record(Type.String(), SupportedCoin),
});

/** Customers and what they trade, without market makers; all null below the numbers that staff sets. */
export const Stats = Type.Object(
  {
    userCount: Type.Union([Type.Integer(), Type.Null()]),
    /** Toman. */
    tradesValue: Type.Union([DecimalText, Type.Null()]),
    /** How many trades. */
    tradesAmount: Type.Union([Type.Integer(), Type.Null()]),
  },
  open,
);
export type Stats = Static<typeof Stats>;

export const cryptoInfo = endpoint({
  method: 'GET',
  path: '/trades/crypto-info',
  access: 'public',
  rate: 'read',
  summary: 'Users, trades and their value in Toman',
  reply: withBase(Stats),
});

export const marketInfoHome = endpoint({
  method: 'GET',
  path: '/trades/market-info-home',
  access: 'public',
  rate: 'read',
  summary: 'The same three figures, for the home page',
  reply: withBase(Stats),
});
