import type {
  ArticleKind,
  ArticleLanguage,
  article,
  articleFigures,
  ReplyOf,
  staffExchangeInfo,
} from '@sarraf/domain/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api/api.ts';

export type StoredArticle = ReplyOf<typeof article>['baseDTO'];

/** Loaded when the editor opens, and not refetched while the person is writing. */
const NO_REFETCH = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** Null: there is none in this language. */
export const articleQuery = (kind: ArticleKind, slug: string, language: ArticleLanguage) =>
  queryOptions({
    queryKey: ['backoffice', 'article', kind, slug, language],
    queryFn: async ({ signal }): Promise<StoredArticle | null> => {
      try {
        const params = { kind, slug, language };
        const path = '/backoffice/articles/:kind/:slug/:language';
        return (await call<typeof article>('GET', path, { params, signal })).baseDTO;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
        throw error;
      }
    },
    ...NO_REFETCH,
  });

export const figuresQuery = (language: ArticleLanguage) =>
  queryOptions({
    queryKey: ['backoffice', 'article-figures', language],
    queryFn: async ({ signal }) => {
      const query = { language };
      return (await call<typeof articleFigures>('GET', '/backoffice/article-figures', { query, signal }))
        .content;
    },
    ...NO_REFETCH,
  });

export const infoQuery = queryOptions({
  queryKey: ['backoffice', 'exchange-info'],
  queryFn: async ({ signal }) =>
    (await call<typeof staffExchangeInfo>('GET', '/backoffice/exchange-info', { signal })).content,
  ...NO_REFETCH,
});
