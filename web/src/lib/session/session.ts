import type { Account, logout as logoutEndpoint } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { navigate } from '../../framework/navigation/history.ts';
import { call } from '../api/api.ts';
import { accountQuery } from '../queries/queries.ts';
import { queryClient } from '../queries/query-client.ts';
import { clearToken, getToken, isSignedIn, rereadToken, storeToken, subscribeToToken } from './token.ts';

export interface Session {
  /** Derived from the token alone, so it is known immediately. */
  signedIn: boolean;
  /** Null while loading and for a visitor. */
  account: Account | null;
  /** There is a token, but the account isn't loaded yet. */
  loading: boolean;
  /** May trade and use the wallet: AUTHORIZED, by the server's rule. */
  authorized: boolean;
  /** For the account and login screens: INFORMATION_CHANGED_PENDING counts too. */
  looksAuthorized: boolean;
  pending: boolean;
  company: boolean;
  supervisor: boolean;
  /** Why the account couldn't be loaded. */
  failure: Error | null;
  retry: () => void;
}

export function useSession(): Session {
  const signedIn = useSyncExternalStore(subscribeToToken, isSignedIn, () => false);
  const query = useQuery({ ...accountQuery, enabled: signedIn });
  const account = signedIn ? (query.data ?? null) : null;
  return {
    signedIn,
    account,
    loading: signedIn && query.isPending,
    ...deriveAccountStatus(account),
    failure: account ? null : query.error,
    retry: () => void query.refetch(),
  };
}

export function deriveAccountStatus(account: Account | null) {
  const type = account?.authenticationType;
  return {
    authorized: type === 'AUTHORIZED',
    looksAuthorized: type === 'AUTHORIZED' || type === 'INFORMATION_CHANGED_PENDING',
    pending: type === 'PENDING',
    company: account?.customerKind === 'COMPANY',
    supervisor: account?.supervisor ?? false,
  };
}

/** Stores the token and loads the account; the caller decides where to navigate next. */
export async function signIn(token: string, remember: boolean): Promise<Account> {
  queryClient.removeQueries({ predicate: isPrivateQuery });
  storeToken(token, remember);
  return queryClient.fetchQuery({ ...accountQuery, staleTime: 0 });
}

/** Ends the session here and on the server, then navigates to the login page. */
export async function logout(): Promise<void> {
  const logoutCall = call<typeof logoutEndpoint>('POST', '/users/logout').catch(() => undefined);
  await Promise.race([logoutCall, new Promise((resolve) => setTimeout(resolve, 3000))]);
  clearSession();
  if (!isSignedIn()) navigate('/login');
}

/** Called when the server rejects the token: no call, no message (requirements §8.1 rule 3). */
export function logoutSilently(): void {
  const token = getToken();
  // Another tab may have replaced it.
  if (token === null || rereadToken() !== token) return;
  clearSession();
  navigate('/login', { replace: true });
}

/** Clears the token and all data read with it, unless another person has signed in from another tab. */
export function clearSession(): void {
  if (rereadToken() !== undefined) clearToken();
}

/** Also runs when the session ended in another tab. */
subscribeToToken(() => {
  if (!isSignedIn()) queryClient.removeQueries({ predicate: isPrivateQuery });
});

/** Queries that visitors have too; all others are removed on sign-out. */
const PUBLIC_QUERY_KEYS = new Set([
  'public',
  'prices',
  'week',
  'sign-in-options',
  'markets',
  'market-weeks',
  'market',
  'orderbook',
  'public-trades',
  'candles',
]);
const isPrivateQuery = (query: { queryKey: readonly unknown[] }): boolean =>
  !PUBLIC_QUERY_KEYS.has(String(query.queryKey[0]));
