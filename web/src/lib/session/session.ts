import type { Account, logout as logoutEndpoint } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '../api/api.ts';
import { navigate } from '../navigation/history.ts';
import { accountQuery } from '../queries/queries.ts';
import { queryClient } from '../queries/query-client.ts';
import { clearToken, getToken, isSignedIn, rereadToken, storeToken, subscribeToToken } from './token.ts';

export interface Session {
  /** Decided by the token alone, so it is known at once. */
  signedIn: boolean;
  /** Null while it loads and for a visitor. */
  account: Account | null;
  /** The token is there and the account isn't yet. */
  loading: boolean;
  /** May trade and use the wallet: AUTHORIZED, as the server judges. */
  authorized: boolean;
  /** The reading of the account and login screens: INFORMATION_CHANGED_PENDING counts too. */
  looksAuthorized: boolean;
  pending: boolean;
  company: boolean;
  supervisor: boolean;
  /** Why the account didn't come. */
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

/** Keeps the token and loads the account; the caller decides where to go next. */
export async function signIn(token: string, remember: boolean): Promise<Account> {
  queryClient.removeQueries({ predicate: isPrivate });
  storeToken(token, remember);
  return queryClient.fetchQuery({ ...accountQuery, staleTime: 0 });
}

/** Ends the session here and at the server, then goes to the login page. */
export async function logout(): Promise<void> {
  const ended = call<typeof logoutEndpoint>('POST', '/users/logout').catch(() => undefined);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 3000))]);
  forgetSession();
  if (!isSignedIn()) navigate('/login');
}

/** The server no longer knows the token: no call, no message (requirements §8.1 rule 3). */
export function logoutSilently(): void {
  const token = getToken();
  // Another tab may have put another in its place.
  if (token === null || rereadToken() !== token) return;
  forgetSession();
  navigate('/login', { replace: true });
}

/** The token and all that was read with it; who signed in meanwhile in another tab keeps theirs. */
export function forgetSession(): void {
  if (rereadToken() !== undefined) clearToken();
}

/** However it ended, here or in another tab. */
subscribeToToken(() => {
  if (!isSignedIn()) queryClient.removeQueries({ predicate: isPrivate });
});

/** Everything but what visitors see too goes with the person. */
const PUBLIC = new Set([
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
const isPrivate = (query: { queryKey: readonly unknown[] }): boolean =>
  !PUBLIC.has(String(query.queryKey[0]));
