import { type Static, Type } from 'typebox';
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
  oneOf,
  optional,
  text,
} from './fields.ts';

export const CoinPrice = object({
  destCoinSymbol: Type.String({ description: 'Code of the coin, e.g. BITCOIN.' }),
  unit: oneOf("Currency of the prices, regardless of the path's name.", ['TOMAN', 'TETHER', 'DOLLAR']),
  buyPrice: nullable('Price at which a customer buys; null while the coin is halted.', DecimalText),
  sellPrice: nullable('Price at which a customer sells; null while the coin is halted.', DecimalText),
  referencePrice: nullable(
    'Price displayed on this site, between the buy and sell price; null while the coin is halted.',
    DecimalText,
  ),
  price24hrChangePercent: nullable(
    'Change of the reference price over 24 hours, in percent, signed, e.g. "-1.25".',
    Type.String(),
  ),
  isActive: flag('Whether quick trades of the coin are available at present.'),
  lastWeekData: optional(
    '20 mid prices over the last week, oldest first; only if requested.',
    Type.Array(DecimalText),
  ),
});
export type CoinPrice = Static<typeof CoinPrice>;

const priceQuery = object({
  includeWeeklyChange: optional('Whether to include `lastWeekData`.', Type.Boolean()),
  include24hrChange: optional('If false, `price24hrChangePercent` is null.', Type.Boolean()),
  toCurrencies: Type.Optional(
    Type.String({ maxLength: 300, description: 'Codes of coins, separated by commas.' }),
  ),
});

export const exchangePriceUsd = endpoint('GET', '/coins/exchange-price/usd', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: "Returns quick trade prices in Toman (the path's name is historical)",
  query: priceQuery,
  reply: Type.Array(CoinPrice),
});

export const exchangePriceUsdt = endpoint('GET', '/coins/exchange-price/usdt', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns quick trade prices in Tether',
  query: priceQuery,
  reply: Type.Array(CoinPrice),
});

export const priceUsd = endpoint('GET', '/coins/price/usd', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns reference prices in US dollars',
  query: priceQuery,
  reply: Type.Array(CoinPrice),
});

export const TokenTypeDetails = object({
  tokenType: text('Code of the network, e.g. TRC20.'),
  txIdIsNeeded: flag('Whether a missed deposit can be found by its transaction id alone.'),
  tagIsNeeded: flag('Whether addresses of this network have a tag or memo.'),
  isDepositEnable: flag('Whether deposits are accepted at present.'),
  withdrawEnable: flag('Whether withdrawals are sent at present.'),
  withdrawalFee: decimal('Withdrawal fee, in the coin.'),
  minWithdraw: decimal('Minimum amount of a withdrawal, in the coin.'),
  maxWithdraw: decimal('Maximum amount of a withdrawal, in the coin.'),
  confirmations: integer('Number of confirmations after which a deposit is credited.'),
  minDeposit: decimal('Minimum deposit, in the coin; smaller deposits are not credited automatically.'),
});

export const CoinDetail = object({
  name: Type.String({ description: 'Code of the coin.' }),
  code: Type.String({ description: 'Ticker, e.g. BTC.' }),
  image: text('Path of the icon on this site.'),
  persianName: text('Name of the coin in Persian.'),
  englishName: text('Name of the coin in English.'),
  minAmountExchange: decimal('Minimum amount of a quick trade, in the coin.'),
  maxAmountExchange: decimal('Maximum amount of a quick trade, in the coin.'),
  withdrawalFee: decimal('Withdrawal fee, in the coin.'),
  minWithdrawAmount: decimal('Minimum amount of a withdrawal, in the coin.'),
  maxWithdrawAmount: decimal('Maximum amount of a withdrawal, in the coin.'),
  transferFee: decimal('Same as `withdrawalFee`, in the coin.'),
  minDepositAmount: optional('Minimum amount of a card deposit; Toman only.', DecimalText),
  maxDepositAmount: optional('Maximum amount of a card deposit; Toman only.', DecimalText),
  decimals: integer('Maximum number of decimal places of an amount.'),
  pricePrecision: integer('Number of decimal places with which the price is displayed.'),
  isActive: flag('Whether the coin can be traded at present.'),
  tokenTypeDetails: list('Networks of the coin.', TokenTypeDetails),
});
export type CoinDetail = Static<typeof CoinDetail>;

export const coinDetails = endpoint('GET', '/coins/details', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns limits, fees and networks of all coins, including TOMAN and TETHER',
  reply: listReply(CoinDetail),
});

export const SupportedCoin = object({
  coin: Type.String({ description: 'Code of the coin, e.g. BITCOIN.' }),
  code: Type.String({ description: 'Ticker.' }),
  persianName: text('Name of the coin in Persian.'),
  englishName: text('Name of the coin in English.'),
  link: Type.String({ description: 'Path of the icon.' }),
});
export type SupportedCoin = Static<typeof SupportedCoin>;

export const coins = endpoint('GET', '/coins', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns all coins, in display order',
  reply: listReply(SupportedCoin),
});

export const supportingCoins = endpoint('GET', '/coins/supporting-coins', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns all coins, keyed by code',
  reply: Type.Record(Type.String(), SupportedCoin),
});

export const Stats = described(
  'Numbers of customers and trades, without market makers; all null while below the thresholds set by staff.',
  {
    userCount: nullable('Number of customers.', Type.Integer()),
    tradesValue: nullable('Total value of trades, in Toman.', DecimalText),
    tradesAmount: nullable('Number of trades.', Type.Integer()),
  },
);
export type Stats = Static<typeof Stats>;

export const cryptoInfo = endpoint('GET', '/trades/crypto-info', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the number of users, and the number and Toman value of trades',
  reply: itemReply(Stats),
});

export const marketInfoHome = endpoint('GET', '/trades/market-info-home', {
  access: 'public',
  shared: true,
  rate: 'read',
  summary: 'Returns the same three figures, for the home page',
  reply: itemReply(Stats),
});
