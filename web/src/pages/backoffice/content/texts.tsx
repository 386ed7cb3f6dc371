import type { ArticleKind, ArticleLanguage, ArticleRow, articles } from '@sarraf/domain/contracts';
import { IconFileText, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../framework/navigation/history.ts';
import { Link, useSearchParams } from '../../../framework/navigation/router.tsx';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Text, TwoLine } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import {
  ARTICLE_LANGUAGES,
  getArticleDirection,
  getArticlePath,
  getDraftKey,
  parseArticleKind,
  parseArticleLanguage,
} from './article-text.ts';
import contentCss from './content.module.css';
import { useDraftIndexes } from './drafts.ts';
import { KindTabs } from './kind-tabs.tsx';
import { NewArticleDialog } from './make-dialog.tsx';

/** More rows per page, since they are small. */
const PAGE_SIZE = 30;

/** All articles of the site; `?kind=` and `?lang=` filter. */
export function ArticlesPage() {
  const t = useTranslations('staffContent');
  const [search, setSearch] = useSearchParams();
  const [isCreating, setIsCreating] = useState(false);
  const { language: ownLanguage } = useFormat();
  const kind = parseArticleKind(search.get('kind')) ?? 'FAQ';
  const language = parseArticleLanguage(search.get('lang')) ?? ownLanguage;
  const choose = (chosen: ArticleKind, lang: ArticleLanguage) =>
    setSearch({ kind: chosen, lang }, { replace: true });
  const make = (
    <Button icon={<IconPlus size={18} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('make.action')}
    </Button>
  );
  return (
    <BackofficePage title={t('title')} lead={t('lead')} aside={make}>
      <KindTabs
        value={kind}
        onChange={(chosen) =>
          chosen === 'info' ? navigate('/backoffice/content/info') : choose(chosen, language)
        }
      />
      <Segmented
        label={t('language')}
        segments={ARTICLE_LANGUAGES.map((key) => ({ key, label: t(`languages.${key}`) }))}
        value={language}
        onChange={(lang) => choose(kind, lang)}
        size="s"
        className={contentCss.languages ?? ''}
      />
      <ArticleList key={kind + language} kind={kind} language={language} />
      <NewArticleDialog
        kind={kind}
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onMake={(slug) => navigate(getArticlePath(kind, slug, language))}
      />
    </BackofficePage>
  );
}

function ArticleList({ kind, language }: { kind: ArticleKind; language: ArticleLanguage }) {
  const t = useTranslations('staffContent');
  const columns = useArticleColumns(language);
  const pages = useCursorPagination<ArticleRow>(
    ['backoffice', 'articles', kind, language],
    (page, signal) =>
      call<typeof articles>('GET', '/backoffice/articles', { query: { ...page, kind, language }, signal }),
    PAGE_SIZE,
  );
  return (
    <ResourceList
      label={t(`kind.${kind}`)}
      columns={columns}
      pages={pages}
      rowKey={({ slug }) => slug}
      skeletonRows={8}
      empty={{
        icon: IconFileText,
        title: t('list.emptyTitle'),
        text: t(language === 'ar' ? 'list.emptyArabic' : 'list.emptyText'),
      }}
    />
  );
}

function useArticleColumns(language: ArticleLanguage): Column<ArticleRow>[] {
  const t = useTranslations('staffContent');
  const { digits, dateTime } = useFormat();
  return [
    {
      key: 'name',
      head: t('list.name'),
      headless: true,
      cell: (row) => <ArticleName row={row} language={language} />,
    },
    {
      key: 'state',
      head: t('list.state'),
      cell: ({ state }) => <span className={contentCss[state]}>{t(`state.${state}`)}</span>,
    },
    { key: 'place', head: t('list.place'), cell: ({ place }) => digits(place), wideOnly: true },
    {
      key: 'changed',
      head: t('list.changed'),
      cell: ({ updatedAtDateTime, updatedBy }) => (
        <TwoLine>
          <bdi>{updatedBy || t('list.withProduct')}</bdi>
          {updatedBy && (
            <small>
              <bdi>{dateTime(updatedAtDateTime)}</bdi>
            </small>
          )}
        </TwoLine>
      ),
    },
  ];
}

function ArticleName({
  row: { kind, slug, title },
  language,
}: {
  row: ArticleRow;
  language: ArticleLanguage;
}) {
  const t = useTranslations('staffContent');
  const hasDraft = useDraftIndexes([getDraftKey(kind, slug, language)]).length > 0;
  return (
    <TwoLine>
      <Link to={getArticlePath(kind, slug, language)} className={contentCss.name}>
        <bdi lang={language} dir={getArticleDirection(language)}>
          {title}
        </bdi>
      </Link>
      <small>
        <bdi dir="ltr">{slug}</bdi>
        {hasDraft && (
          <Text as="span" tone="warn">
            {' '}
            · {t('list.unsaved')}
          </Text>
        )}
      </small>
    </TwoLine>
  );
}
