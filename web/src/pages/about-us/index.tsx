import type { pageText } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../framework/i18n/language.ts';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';
import { useStats } from '../../lib/queries/use-stats.ts';
import { useSession } from '../../lib/session/session.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { QueryBoundary } from '../../ui/feedback/loaded.tsx';
import { ProseSkeleton } from '../../ui/feedback/prose-skeleton.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { RichText } from '../../ui/texts/rich-text.tsx';
import css from './about.module.css';

/** The operator, what the exchange has to show, and when its ledger was last found right. */
export function Page() {
  const t = useTranslations('help.about');
  useTitle(t('title'));
  const language = useLanguage();
  const { signedIn } = useSession();
  const page = useQuery(
    publicQuery<typeof pageText>(language, '/pages/:name', { params: { name: 'about' } }),
  );
  return (
    <main className={`wrap ${css.page}`}>
      <SectionHead of="page" title={t('title')} className={css.head} />
      <Stats />
      <QueryBoundary query={page} skeleton={<ProseSkeleton paragraphs={4} />}>
        {({ baseDTO }) => <RichText html={baseDTO.html} className={css.text} />}
      </QueryBoundary>
      <Cluster gap={3} align="stretch" wrap className={css.actions}>
        {!signedIn && <LinkButton to="/sign-up">{t('start')}</LinkButton>}
        <LinkButton to="/guide" variant="ghost">
          {t('guide')}
        </LinkButton>
      </Cluster>
    </main>
  );
}

function Stats() {
  const t = useTranslations('help.about');
  const { stats, loading, failed } = useStats();
  return (
    <section aria-label={t('stats')}>
      <dl className={css.stats} aria-busy={loading}>
        {stats.map(({ key, label, text }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd translate="no">{text ?? (failed ? '—' : <Skeleton width={96} height={30} />)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
