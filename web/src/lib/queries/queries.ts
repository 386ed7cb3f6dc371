import type { MarketType } from '@sarraf/domain';
import type {
  account,
  accountLevels,
  coinDetails,
  customerAddresses,
  exchangeInfo,
  market,
  marketInfoHome,
  ReplyOf,
  signInOptions,
  supportingCoins,
  verifiedBankAccounts,
} from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../framework/i18n/language.ts';
import { ApiError, call } from '../api/api.ts';
import { publicQuery } from './public-query.ts';

const MINUTE = 60_000;

/** Queries used by more than one page; a page's own queries are in its folder. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) =>
    (await call<typeof account>('GET', '/users/account', { query: { imageNeeded: false }, signal })).baseDTO,
  staleTime: MINUTE,
});

export const accountLevelsQuery = (language: Language) =>
  publicQuery<typeof accountLevels>(language, '/users/account-levels', {}, 10 * MINUTE);

export const supportedCoinsQuery = (language: Language) =>
  publicQuery<typeof supportingCoins>(language, '/coins/supporting-coins', {}, Number.POSITIVE_INFINITY);

/** Limits, fees and networks, TOMAN and TETHER included. */
export const coinDetailsQuery = (language: Language) => ({
  ...publicQuery<typeof coinDetails>(language, '/coins/details', {}, 5 * MINUTE),
  select: ({ content }: ReplyOf<typeof coinDetails>) => content,
});

/** Balances by coin; only for an authorised person (`enabled: session.authorized`). */
export const walletsQuery = queryOptions({
  queryKey: ['wallets'],
  queryFn: ({ signal }) =>
    call<typeof customerAddresses>('GET', '/wallets/customer-addresses', {
      query: { walletType: 'EXCHANGE' },
      signal,
    }),
});

export const verifiedCardsQuery = queryOptions({
  queryKey: ['verified-cards'],
  queryFn: async ({ signal }) =>
    (await call<typeof verifiedBankAccounts>('GET', '/users/verified-bank-accounts', { signal })).content,
  staleTime: MINUTE,
});

export const statsQuery = (language: Language) => ({
  ...publicQuery<typeof marketInfoHome>(language, '/trades/market-info-home'),
  select: ({ baseDTO }: ReplyOf<typeof marketInfoHome>) => baseDTO,
});

/** Whether a market is open, and its order rules; refused with MARKET_IS_NOT_ACTIVE or NOT_FOUND. */
export const marketQuery = (marketType: MarketType) =>
  queryOptions({
    queryKey: ['market', marketType],
    queryFn: async ({ signal }) =>
      (await call<typeof market>('GET', '/markets/:marketType', { params: { marketType }, signal })).baseDTO,
    staleTime: MINUTE,
  });

export const isMarketInactive = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'MARKET_IS_NOT_ACTIVE';

/** Contact data and privacy policy in the language. */
export const exchangeInfoQuery = (language: Language) => ({
  ...publicQuery<typeof exchangeInfo>(language, '/exchange-info', {}, 30 * MINUTE),
  select: ({ content }: ReplyOf<typeof exchangeInfo>) => content.find((row) => row.language === language),
});

/** Sign-in methods that this server offers in addition to e-mail and password. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: async ({ signal }) =>
    (await call<typeof signInOptions>('GET', '/users/sign-in-options', { signal })).baseDTO,
  staleTime: Number.POSITIVE_INFINITY,
});
