import type { ArticleLanguage, previewArticle } from '@sarraf/domain/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { Callout } from '../../../../ui/feedback/callout.tsx';
import { RichText } from '../../../../ui/texts/rich-text.tsx';
import { StaffErrorText } from '../../shared/error-text.tsx';
import css from '../../shared/parts.module.css';
import { StaffSkeleton } from '../../shared/parts.tsx';
import { getArticleDirection } from '../article-text.ts';
import contentCss from '../content.module.css';
import { useDebouncedValue } from './use-settled.ts';

const DEBOUNCE_MS = 500;

interface PreviewProps {
  title: string;
  body: string;
  language: ArticleLanguage;
}

/** The article as the server would render it, and the parts that sanitising removes. */
export function ArticlePreview({ title, body, language }: PreviewProps) {
  const t = useTranslations('staffContent.preview');
  const debounced = useDebouncedValue(body, DEBOUNCE_MS);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['backoffice', 'preview', debounced, language],
    queryFn: async ({ signal }) => {
      const path = '/backoffice/articles/preview';
      const previewRequest = { body: debounced, language };
      return (await call<typeof previewArticle>('POST', path, { body: previewRequest, signal })).baseDTO;
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: debounced.trim() !== '',
  });
  if (body.trim() === '') return <p className={css.muted}>{t('empty')}</p>;
  if (error) return <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <StaffSkeleton height={240} />;
  return (
    <div className={css.form}>
      {data.leftOut.length > 0 && (
        <Callout tone="warn" title={t('leftOut')} live>
          <ul className={contentCss.leftOut}>
            {data.leftOut.map((part) => (
              <li key={part}>
                <code dir="ltr">{part}</code>
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <RenderedArticle title={title} html={data.html} language={language} />
    </div>
  );
}

/** A text in its own language and direction. */
export function RenderedArticle({
  title,
  html,
  language,
}: {
  title: string;
  html: string;
  language: ArticleLanguage;
}) {
  return (
    <article lang={language} dir={getArticleDirection(language)} className={contentCss.shown}>
      {title && <h2>{title}</h2>}
      <RichText html={html} />
    </article>
  );
}
