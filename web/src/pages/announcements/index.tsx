import type { announcements } from '@sarraf/domain/contracts';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useHashScroll } from '../../framework/navigation/use-hash-scroll.ts';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/loaded.tsx';
import { ProseSkeleton } from '../../ui/feedback/prose-skeleton.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { RichText } from '../../ui/texts/rich-text.tsx';
import css from './announcements.module.css';

/** Announcements of the exchange, the newest first, each with its own anchor (`#slug`). */
export function Page() {
  const t = useTranslations('help.announcements');
  useTitle(t('title'));
  const { language, date } = useFormat();
  const query = useQuery(publicQuery<typeof announcements>(language, '/announcements'));
  useHashScroll(query.data !== undefined);
  return (
    <main className={`wrap ${css.page}`}>
      <SectionHead of="page" title={t('title')} lead={t('lead')} />
      <QueryBoundary query={query} skeleton={<ProseSkeleton />}>
        {({ content }) =>
          content.length === 0 ? (
            <EmptyState icon={<IconSpeakerphone size={26} />} title={t('empty')} text={t('emptyText')} />
          ) : (
            content.map(({ slug, title, html, publishedAtDateTime }) => (
              <article key={slug} id={slug} className={css.item}>
                <time dateTime={publishedAtDateTime}>{date(publishedAtDateTime)}</time>
                <div>
                  <h2>{title}</h2>
                  <RichText html={html} />
                </div>
              </article>
            ))
          )
        }
      </QueryBoundary>
    </main>
  );
}
