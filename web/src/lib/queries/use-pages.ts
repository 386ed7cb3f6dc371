import { type QueryKey, type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query';

const SIZE = 10;

interface Reply<R> {
  content: R[];
  nextCursor?: string | null;
}
type Fetch<P> = (page: { size: number; cursor?: string }, signal: AbortSignal) => Promise<P>;

export type PaginatedList<R> = Omit<ReturnType<typeof useCursorPagination<R>>, 'first'> & {
  /** All of it came at once, so nothing is said under the last row. */
  whole?: true;
};

interface Options {
  enabled?: boolean;
  /** When it is fetched again by itself. */
  staleTime?: number;
  gcTime?: number;
  refetchOnWindowFocus?: boolean;
  refetchOnReconnect?: boolean;
}

/** A list that is fetched ten rows at a time, or as many as its rows are small, by cursor. */
export function useCursorPagination<R, P extends Reply<R> = Reply<R>>(
  queryKey: QueryKey,
  fetch: Fetch<P>,
  size = SIZE,
  options: Options = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetch({ size, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor ?? null,
    ...options,
  });
  return {
    /** As it was answered, with what the list says beside its rows. */
    first: query.data?.pages[0],
    rows: query.data?.pages.flatMap((page) => page.content) ?? [],
    loading: query.isPending,
    /** Nothing could be fetched. */
    failed: query.isError && !query.data,
    error: query.error,
    busy: query.isFetching,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    more: () => {
      if (!query.isFetching) void query.fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}

/** A list that is short enough to come at once, in the shape of one that comes in pages. */
export const wholeList = <R>(query: UseQueryResult<readonly R[]>): PaginatedList<R> => ({
  rows: [...(query.data ?? [])],
  loading: query.isPending,
  failed: query.isError && !query.data,
  error: query.error,
  busy: query.isFetching,
  hasMore: false,
  loadingMore: false,
  moreFailed: false,
  more: () => {},
  retry: () => void query.refetch(),
  whole: true,
});
