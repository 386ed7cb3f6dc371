import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../i18n/language.ts';
import { addressOf, call } from './api.ts';

const MINUTE = 60_000;

interface Parts<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
}

/** The key under which a reply is kept: whatever the server sends along with a page is put there before it is drawn. */
export const publicKey = (language: Language, address: string) => ['public', language, address] as const;

/** What everybody sees alike, in their language: `useQuery(publicQuery<typeof faq>(language, '/faq'))`. */
export const publicQuery = <E extends Endpoint>(
  language: Language,
  path: E['path'],
  parts: Parts<E> = {},
  staleTime = MINUTE,
) =>
  queryOptions({
    queryKey: publicKey(language, addressOf(path, parts as never)),
    queryFn: ({ signal }): Promise<ReplyOf<E>> => call<E>('GET', path, { ...parts, signal } as never),
    staleTime,
  });
