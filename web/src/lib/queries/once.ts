/** For what leaves a trace at the server, or asks the person to confirm: read once a visit and never by itself again. */
export const FETCH_ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;
