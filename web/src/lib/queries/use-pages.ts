import { type QueryKey, type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query';

const PAGE_SIZE = 10;

interface PageReply<R> {
  content: R[];
  nextCursor?: string | null;
}
type FetchPage<P> = (page: { size: number; cursor?: string }, signal: AbortSignal) => Promise<P>;

export type PaginatedList<R> = Omit<ReturnType<typeof useCursorPagination<R>>, 'first'> & {
  /** The whole list came in one reply, so no text is shown after the last row. */
  whole?: true;
};

interface Options {
  enabled?: boolean;
  /** Milliseconds until an automatic refetch. */
  staleTime?: number;
  gcTime?: number;
  refetchOnWindowFocus?: boolean;
  refetchOnReconnect?: boolean;
}

/** Loads a list by cursor, ten rows per page, or more for small rows. */
export function useCursorPagination<R, P extends PageReply<R> = PageReply<R>>(
  queryKey: QueryKey,
  fetch: FetchPage<P>,
  size = PAGE_SIZE,
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
    /** The first reply, with its fields besides the rows. */
    first: query.data?.pages[0],
    rows: query.data?.pages.flatMap((page) => page.content) ?? [],
    loading: query.isPending,
    /** Nothing could be loaded. */
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

/** Adapts a list that comes in one reply to the type of a paginated list. */
export const toPaginatedList = <R>(query: UseQueryResult<readonly R[]>): PaginatedList<R> => ({
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
