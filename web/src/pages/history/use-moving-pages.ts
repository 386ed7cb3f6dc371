import { useEffect } from 'react';
import { queryClient } from '../../lib/queries/query-client.ts';
import { type PaginatedList, useCursorPagination } from '../../lib/queries/use-pages.ts';

const POLL_MS = 10_000;

type FetchPage<R> = Parameters<typeof useCursorPagination<R>>[1];

/** A paginated list that is polled while one of its first rows is in progress. */
export function usePolledPagination<R>(
  queryKey: readonly string[],
  fetch: FetchPage<R>,
  isInProgress: (row: R) => boolean,
): PaginatedList<R> {
  const pages = useCursorPagination<R>(queryKey, fetch);
  const hasRowsInProgress = pages.rows.some(isInProgress);
  const [list = '', which = ''] = queryKey;
  useEffect(() => {
    if (!hasRowsInProgress) return;
    const timer = setInterval(() => {
      if (!document.hidden)
        void queryClient.invalidateQueries({ queryKey: [list, which] }, { cancelRefetch: false });
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [hasRowsInProgress, list, which]);
  return pages;
}
