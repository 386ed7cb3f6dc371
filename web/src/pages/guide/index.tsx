import type { ManualItem, userManual } from '@sarraf/domain/contracts';
import { IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useHashScroll } from '../../framework/navigation/use-hash-scroll.ts';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/loaded.tsx';
import { ProseSkeleton } from '../../ui/feedback/prose-skeleton.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { ArticleLayout } from '../../ui/layout/reading.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { RichText } from '../../ui/texts/rich-text.tsx';
import css from './guide.module.css';

/** The guide: one chapter per task, in the order a new user meets them. */
export function Page() {
  const t = useTranslations();
  useTitle(t('help.guide.title'));
  const { language } = useFormat();
  const query = useQuery(publicQuery<typeof userManual>(language, '/user-manual'));
  const parts = query.data?.content;
  const chapters = useMemo(() => (parts ?? []).map(({ slug, title }) => ({ key: slug, title })), [parts]);
  useHashScroll(parts !== undefined);
  return (
    <main className="wrap">
      <SectionHead of="page" title={t('help.guide.title')} lead={t('help.guide.lead')} />
      <QueryBoundary query={query} skeleton={<ProseSkeleton paragraphs={5} />}>
        {({ content }) =>
          content.length === 0 ? (
            <EmptyState
              icon={<IconRoute size={26} />}
              title={t('help.guide.empty')}
              text={t('help.guide.emptyText')}
              action={
                <LinkButton variant="ghost" to="/faq">
                  {t('nav.faq')}
                </LinkButton>
              }
            />
          ) : (
            <ArticleLayout chapters={chapters}>
              {content.map((part, index) => (
                <GuideChapter key={part.slug} part={part} number={index + 1} />
              ))}
            </ArticleLayout>
          )
        }
      </QueryBoundary>
    </main>
  );
}

function GuideChapter({ part, number }: { part: ManualItem; number: number }) {
  const t = useTranslations('help.guide');
  const { digits } = useFormat();
  const { slug, title, html, picture } = part;
  return (
    <Cluster
      id={slug}
      aria-labelledby={`${slug}-title`}
      as="section"
      gap={6}
      align="start"
      className={css.part}
    >
      <div className={css.words}>
        <span className={css.number} aria-hidden>
          {digits(number)}
        </span>
        <h2 id={`${slug}-title`}>{title}</h2>
        <RichText html={html} />
      </div>
      {picture && !html.includes(picture) && (
        <img
          src={picture}
          alt={t('picture', { title })}
          loading="lazy"
          decoding="async"
          className={css.picture}
        />
      )}
    </Cluster>
  );
}
