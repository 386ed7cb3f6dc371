/**
 * For requests that the server logs or that need confirmation: fetched once per visit, never refetched
 * automatically.
 */
export const FETCH_ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;
