import { useEffect } from 'react';
import { queryClient } from '../../lib/queries/query-client.ts';
import { type PaginatedList, useCursorPagination } from '../../lib/queries/use-pages.ts';

const POLL_MS = 10_000;

type Fetch<R> = Parameters<typeof useCursorPagination<R>>[1];

/** A paginated list that is polled while one of its first rows is in progress. */
export function usePolledPagination<R>(
  queryKey: readonly string[],
  fetch: Fetch<R>,
  isMoving: (row: R) => boolean,
): PaginatedList<R> {
  const pages = useCursorPagination<R>(queryKey, fetch);
  const moving = pages.rows.some(isMoving);
  const [list = '', which = ''] = queryKey;
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => {
      if (!document.hidden)
        void queryClient.invalidateQueries({ queryKey: [list, which] }, { cancelRefetch: false });
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [moving, list, which]);
  return pages;
}
