import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { getLanguage, type Language } from '../../i18n/language.ts';
import { addressOf, call } from '../api/api.ts';
import { hydrateBrand } from '../brand.ts';
import { queryClient } from './query-client.ts';

const MINUTE = 60_000;

interface Parts<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
}

/** The key under which a reply is kept: whatever the server sends along with a page is put there before it is drawn. */
export const publicQueryKey = (language: Language, address: string) => ['public', language, address] as const;

/** What everybody sees alike, in their language: `useQuery(publicQuery<typeof faq>(language, '/faq'))`. */
export const publicQuery = <E extends Endpoint>(
  language: Language,
  path: E['path'],
  parts: Parts<E> = {},
  staleTime = MINUTE,
) =>
  queryOptions({
    queryKey: publicQueryKey(language, addressOf(path, parts as never)),
    queryFn: ({ signal }): Promise<ReplyOf<E>> => call<E>('GET', path, { ...parts, signal } as never),
    staleTime,
  });

/** Replies by their address, as the server sends them along with a page it has drawn. */
export type PrefetchedReplies = Record<string, unknown>;

/** Puts them where the page looks for them. */
export function hydratePrefetchedReplies(language: Language, given: PrefetchedReplies): void {
  for (const [address, reply] of Object.entries(given))
    queryClient.setQueryData(publicQueryKey(language, address), reply);
  hydrateBrand(given['/api/brand']);
}

/**
 * `initialData` of a query under a key of its own: what came along with the page. Where a price's age matters, it goes
 * with `initialDataUpdatedAt: 0`, for by the browser's clock nobody knows how old it is: then it is fetched at once.
 */
export const prefetchedInitialData =
  <T, R = T>(address: string, select = (reply: R): T => reply as unknown as T) =>
  (): T | undefined => {
    const reply = queryClient.getQueryData<R>(publicQueryKey(getLanguage(), address));
    return reply && select(reply);
  };
