import type { announcements } from '@sarraf/domain/contracts';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { publicQuery } from '../../lib/public-query.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useHashScroll } from '../../lib/use-hash-scroll.ts';
import { useTitle } from '../../lib/use-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProseSkeleton } from '../../ui/prose-skeleton.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import css from './announcements.module.css';

/** What the exchange announces, the newest first, each with an address of its own (`#slug`). */
export function Page() {
  const t = useTranslations('help.announcements');
  useTitle(t('title'));
  const { language, date } = useFormat();
  const query = useQuery(publicQuery<typeof announcements>(language, '/announcements'));
  useHashScroll(query.data !== undefined);
  return (
    <main className={`wrap ${css.page}`}>
      <SectionHead of="page" title={t('title')} lead={t('lead')} />
      <Loaded query={query} skeleton={<ProseSkeleton />}>
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
      </Loaded>
    </main>
  );
}
