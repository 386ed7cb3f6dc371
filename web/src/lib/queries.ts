import type { MarketType } from '@sarraf/domain';
import type {
  account,
  accountLevels,
  coinDetails,
  customerAddresses,
  exchangeInfo,
  market,
  marketInfoHome,
  signInOptions,
  supportingCoins,
  verifiedBankAccounts,
} from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, call } from './api.ts';

const MINUTE = 60_000;

/** What more than one page reads; a page's own calls stand beside the page. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) =>
    (await call<typeof account>('GET', '/users/account', { query: { imageNeeded: false }, signal })).baseDTO,
  staleTime: MINUTE,
});

export const accountLevelsQuery = queryOptions({
  queryKey: ['account-levels'],
  queryFn: ({ signal }) => call<typeof accountLevels>('GET', '/users/account-levels', { signal }),
  staleTime: 10 * MINUTE,
});

export const supportedCoinsQuery = queryOptions({
  queryKey: ['supported-coins'],
  queryFn: ({ signal }) => call<typeof supportingCoins>('GET', '/coins/supporting-coins', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Limits, fees and networks, TOMAN and TETHER included. */
export const coinDetailsQuery = queryOptions({
  queryKey: ['coin-details'],
  queryFn: async ({ signal }) =>
    (await call<typeof coinDetails>('GET', '/coins/details', { signal })).content,
  staleTime: 5 * MINUTE,
});

/** Balances keyed by coin; only for an authorised person (`enabled: session.authorized`). */
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

export const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: async ({ signal }) =>
    (await call<typeof marketInfoHome>('GET', '/trades/market-info-home', { signal })).baseDTO,
  staleTime: MINUTE,
});

/** Whether a market is open and what its orders must keep to; refused with MARKET_IS_NOT_ACTIVE or NOT_FOUND. */
export const marketQuery = (marketType: MarketType) =>
  queryOptions({
    queryKey: ['market', marketType],
    queryFn: async ({ signal }) =>
      (await call<typeof market>('GET', '/markets/:marketType', { params: { marketType }, signal })).baseDTO,
    staleTime: MINUTE,
  });

export const isInactive = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'MARKET_IS_NOT_ACTIVE';

/** One row a language. */
export const exchangeInfoQuery = queryOptions({
  queryKey: ['exchange-info'],
  queryFn: async ({ signal }) =>
    (await call<typeof exchangeInfo>('GET', '/exchange-info', { signal })).content,
  staleTime: 30 * MINUTE,
});

/** What this server offers beside e-mail and password. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: async ({ signal }) =>
    (await call<typeof signInOptions>('GET', '/users/sign-in-options', { signal })).baseDTO,
  staleTime: Number.POSITIVE_INFINITY,
});
