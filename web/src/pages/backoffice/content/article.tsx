import type { ArticleKind, ArticleLanguage } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Link, Navigate, useParams, useSearchParams } from '../../../framework/navigation/router.tsx';
import { useTitle } from '../../../framework/navigation/use-title.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton } from '../shared/parts.tsx';
import { getBackofficePath } from '../shared/places.ts';
import {
  ARTICLE_LANGUAGES,
  getDraftKey,
  isSlug,
  parseArticleKind,
  parseArticleLanguage,
} from './article-text.ts';
import contentCss from './content.module.css';
import { useDraftIndexes } from './drafts.ts';
import { UnsavedChangesGuard } from './leave.tsx';
import { articleQuery } from './queries.ts';
import { ArticleEditor } from './workbench.tsx';

/** One article of the site, one language at a time; unsaved edits of the others are kept. */
export function StaffArticlePage() {
  const params = useParams();
  const kind = parseArticleKind(params.kind);
  const slug = params.slug ?? '';
  if (!kind || !isSlug(slug)) return <Navigate to={getBackofficePath('content')} replace />;
  return <ArticlePage key={`${kind}/${slug}`} kind={kind} slug={slug} />;
}

function ArticlePage({ kind, slug }: { kind: ArticleKind; slug: string }) {
  const t = useTranslations('staffContent');
  const { language: ownLanguage } = useFormat();
  const [search, setSearch] = useSearchParams();
  const language = parseArticleLanguage(search.get('lang')) ?? ownLanguage;
  const keys = ARTICLE_LANGUAGES.map((one) => getDraftKey(kind, slug, one));
  const draftIndexes = useDraftIndexes(keys);
  const title = useQuery(articleQuery(kind, slug, language)).data?.text.title;
  useTitle(title ?? slug);
  return (
    <main className={css.page}>
      <Link to={`${getBackofficePath('content')}?kind=${kind}&lang=${language}`} className={contentCss.back}>
        {t('edit.back')}
      </Link>
      <div className={css.head}>
        <div>
          <h1>
            <bdi lang={language}>{title ?? slug}</bdi>
          </h1>
          <p className={css.lead}>
            {t(`kind.${kind}`)} · <bdi dir="ltr">{slug}</bdi>
          </p>
        </div>
        <Segmented
          label={t('language')}
          segments={ARTICLE_LANGUAGES.map((key) => ({
            key,
            label: (
              <>
                {t(`languages.${key}`)}
                {draftIndexes.includes(getDraftKey(kind, slug, key)) && (
                  <>
                    <span className={contentCss.dot} aria-hidden />
                    <span className="hidden"> ({t('list.unsaved')})</span>
                  </>
                )}
              </>
            ),
          }))}
          value={language}
          onChange={(lang) => setSearch({ lang }, { replace: true })}
        />
      </div>
      <Language key={language} kind={kind} slug={slug} language={language} />
      <UnsavedChangesGuard keys={keys} />
    </main>
  );
}

interface LanguageProps {
  kind: ArticleKind;
  slug: string;
  language: ArticleLanguage;
}

function Language({ kind, slug, language }: LanguageProps) {
  // The translation to compare with, from which a new article takes its order, coin and subject.
  const otherLanguage = language === 'fa' ? 'en' : 'fa';
  const stored = useQuery(articleQuery(kind, slug, language));
  const template = useQuery(articleQuery(kind, slug, otherLanguage));
  const loadError = [stored, template].find(({ data, error }) => error && data === undefined);
  if (loadError) {
    return (
      <Card>
        <StaffErrorText
          error={loadError.error}
          busy={loadError.isFetching}
          onRetry={() => void loadError.refetch()}
        />
      </Card>
    );
  }
  if (stored.data === undefined || template.data === undefined) return <StaffSkeleton height={640} />;
  return (
    <ArticleEditor
      kind={kind}
      slug={slug}
      language={language}
      stored={stored.data}
      other={{ language: otherLanguage, stored: template.data }}
    />
  );
}
