import type { readDocument } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { download } from '../lib/api/transfer.ts';

/** Loads the person's own document sent earlier; its cache expires soon after the page is left. */
export function useSavedDocument(id: string): { file: Blob | undefined; failed: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['document', id],
    queryFn: ({ signal }) =>
      download<typeof readDocument>('GET', '/users/documents/:document', {
        params: { document: id },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return { file: data, failed: isError };
}
