import type {
  ArticleKind,
  ArticleLanguage,
  ArticleRow,
  ArticleText,
  saveArticle,
} from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError, call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { type ArticleFault, draftKey, faultNamed, unknownFigure } from './article-text.ts';
import { keepArticleDraft, readArticleDraft } from './drafts.ts';
import { type Editing, isSame } from './editing.ts';
import { articleQuery, type StoredArticle } from './queries.ts';

interface Key {
  kind: ArticleKind;
  slug: string;
  language: ArticleLanguage;
}

export function useSaveArticle(key: Key, { text, version }: Editing<ArticleText>, onSaved: () => void) {
  const t = useTranslations('staffContent');
  const failure = useErrorMessages();
  const query = articleQuery(key.kind, key.slug, key.language);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (given: { text: ArticleText; version: number }) => {
      const path = '/backoffice/articles/:kind/:slug/:language';
      const { baseDTO } = await call<typeof saveArticle>('PUT', path, { params: { ...key }, body: given });
      return baseDTO;
    },
    onSuccess: async (row, given) => {
      queryClient.setQueryData(query.queryKey, (before) => afterSaving(before, row, given.text));
      settle(key, row.version, given.text);
      onSaved();
      // Refetches the article as sanitised by the server.
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
      await queryClient.invalidateQueries({ queryKey: ['backoffice', 'articles'] });
    },
    onError: async (refusal) => {
      // Refetching makes the editor show that it is outdated.
      if (refusal instanceof ApiError && refusal.code === 'CONFLICT')
        await queryClient.refetchQueries({ queryKey: query.queryKey });
    },
  });
  const conflict = error instanceof ApiError && error.code === 'CONFLICT';
  const refused: ArticleFault | undefined =
    error instanceof ApiError ? faultNamed(error.errors[0]) : undefined;
  const figure = error instanceof ApiError ? unknownFigure(error.errors) : undefined;
  return {
    run: () => mutate({ text, version }),
    busy: isPending,
    problem: figure
      ? t('figures.unknown', { name: `{${figure}}` })
      : refused
        ? t(`edit.fault.${refused}`)
        : error && !conflict
          ? failure.text(error)
          : null,
  };
}

/** Edits made during saving become a draft of the new version. */
function settle({ kind, slug, language }: Key, version: number, saved: ArticleText): void {
  const name = draftKey(kind, slug, language);
  const draft = readArticleDraft<ArticleText>(name);
  keepArticleDraft(name, draft && !isSame(draft.text, saved) ? { version, text: draft.text } : null);
}

/** Updates the cache until it is refetched. */
function afterSaving(
  before: StoredArticle | null | undefined,
  row: ArticleRow,
  text: ArticleText,
): StoredArticle {
  if (!before) return { row, text, versions: [] };
  const { version, updatedAtDateTime, updatedBy } = before.row;
  const last = { version, savedAtDateTime: updatedAtDateTime, savedBy: updatedBy, text: before.text };
  return { row, text, versions: [last, ...before.versions] };
}
