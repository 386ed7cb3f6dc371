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
import { type ArticleErrorField, findUnknownFigure, getDraftKey, toArticleError } from './article-text.ts';
import { getArticleDraft, setArticleDraft } from './drafts.ts';
import { type EditingState, hasSameFields } from './editing.ts';
import { articleQuery, type StoredArticle } from './queries.ts';

interface ArticleKey {
  kind: ArticleKind;
  slug: string;
  language: ArticleLanguage;
}

export function useSaveArticle(
  key: ArticleKey,
  { text, version }: EditingState<ArticleText>,
  onSaved: () => void,
) {
  const t = useTranslations('staffContent');
  const failure = useErrorMessages();
  const query = articleQuery(key.kind, key.slug, key.language);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (submitted: { text: ArticleText; version: number }) => {
      const path = '/backoffice/articles/:kind/:slug/:language';
      const { baseDTO } = await call<typeof saveArticle>('PUT', path, {
        params: { ...key },
        body: submitted,
      });
      return baseDTO;
    },
    onSuccess: async (row, submitted) => {
      queryClient.setQueryData(query.queryKey, (old) => updateCachedArticle(old, row, submitted.text));
      updateDraftAfterSave(key, row.version, submitted.text);
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
  const refusedField: ArticleErrorField | undefined =
    error instanceof ApiError ? toArticleError(error.errors[0]) : undefined;
  const figure = error instanceof ApiError ? findUnknownFigure(error.errors) : undefined;
  return {
    run: () => mutate({ text, version }),
    busy: isPending,
    problem: figure
      ? t('figures.unknown', { name: `{${figure}}` })
      : refusedField
        ? t(`edit.error.${refusedField}`)
        : error && !conflict
          ? failure.text(error)
          : null,
  };
}

/** Edits made during saving become a draft of the new version. */
function updateDraftAfterSave(
  { kind, slug, language }: ArticleKey,
  version: number,
  saved: ArticleText,
): void {
  const name = getDraftKey(kind, slug, language);
  const draft = getArticleDraft<ArticleText>(name);
  setArticleDraft(name, draft && !hasSameFields(draft.text, saved) ? { version, text: draft.text } : null);
}

/** Updates the cache until it is refetched. */
function updateCachedArticle(
  previous: StoredArticle | null | undefined,
  row: ArticleRow,
  text: ArticleText,
): StoredArticle {
  if (!previous) return { row, text, versions: [] };
  const { version, updatedAtDateTime, updatedBy } = previous.row;
  const previousVersion = {
    version,
    savedAtDateTime: updatedAtDateTime,
    savedBy: updatedBy,
    text: previous.text,
  };
  return { row, text, versions: [previousVersion, ...previous.versions] };
}
