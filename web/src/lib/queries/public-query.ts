import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { getLanguage, type Language } from '../../framework/i18n/language.ts';
import { buildApiUrl, call } from '../api/api.ts';
import { hydrateBrand } from '../brand.ts';
import { queryClient } from './query-client.ts';

const MINUTE = 60_000;

interface Parts<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
}

/** The cache key of a public reply; replies sent along with a page are stored under it before rendering. */
export const publicQueryKey = (language: Language, address: string) => ['public', language, address] as const;

/**
 * Query for data that is the same for everyone in a language: `useQuery(publicQuery<typeof faq>(language,
 * '/faq'))`.
 */
export const publicQuery = <E extends Endpoint & { method: 'GET' } = never>(
  language: Language,
  path: E['path'],
  parts: Parts<E> = {},
  staleTime = MINUTE,
) =>
  queryOptions({
    queryKey: publicQueryKey(language, buildApiUrl(path, parts as never)),
    queryFn: ({ signal }): Promise<ReplyOf<E>> => call<E>('GET', path, { ...parts, signal } as never),
    staleTime,
  });

/** Replies by address, as the server sends them along with a rendered page. */
export type PrefetchedReplies = Record<string, unknown>;

/** Stores them in the cache. */
export function hydratePrefetchedReplies(language: Language, prefetched: PrefetchedReplies): void {
  for (const [address, reply] of Object.entries(prefetched))
    queryClient.setQueryData(publicQueryKey(language, address), reply);
  hydrateBrand(prefetched['/api/brand']);
}

/**
 * `initialData` for a query with a key of its own: the reply sent along with the page. Where a price's age matters,
 * combine it with `initialDataUpdatedAt: 0`: its age by the browser's clock is unknown, so it is refetched
 * immediately.
 */
export const prefetchedInitialData =
  <T, R = T>(address: string, select = (reply: R): T => reply as unknown as T) =>
  (): T | undefined => {
    const reply = queryClient.getQueryData<R>(publicQueryKey(getLanguage(), address));
    return reply && select(reply);
  };
