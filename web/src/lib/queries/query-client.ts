import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api.ts';

/** Retries only calls without a response: a refusal would be repeated. */
const shouldRetry = (count: number, error: unknown): boolean =>
  count < 2 && error instanceof ApiError && (error.httpStatus === 0 || error.httpStatus === 503);

/** Called with the error of every failed query and mutation; the root component connects the silent logout to it. */
let reportQueryError: (error: unknown) => void = () => undefined;
export const setQueryErrorHandler = (listener: (error: unknown) => void): void => {
  reportQueryError = listener;
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => reportQueryError(error) }),
  mutationCache: new MutationCache({ onError: (error) => reportQueryError(error) }),
  defaultOptions: {
    queries: { staleTime: 10_000, retry: shouldRetry },
    mutations: { retry: false, networkMode: 'always' },
  },
});
