import { IconBell, IconSettings } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../framework/i18n/language.ts';
import { useTitle } from '../../framework/navigation/use-title.ts';
import css from '../../inbox/inbox.module.css';
import { NoticeRow, NoticeRowsSkeleton } from '../../inbox/notice-row.tsx';
import { useNoticePages } from '../../inbox/queries.ts';
import { useMarkRead } from '../../inbox/use-mark-read.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../ui/layout/layout.tsx';
import { ListEnd } from '../../ui/tables/list-end.tsx';
import pageCss from './notices.module.css';

const SETTINGS = '/profile/settings#notices';
const PAGE_SIZE = 20;

/** All notices of the person. */
export function Page() {
  const t = useTranslations('notices');
  useTitle(t('title'));
  return (
    <Stack as="main" gap={5} className={pageCss.page}>
      <Cluster gap={5} rowGap={3} align="start" justify="between" wrap>
        <div>
          <h1>{t('title')}</h1>
          <Text size="sm" tone="soft">
            {t('lead')}
          </Text>
        </div>
        <LinkButton to={SETTINGS} variant="ghost" size="s" icon={<IconSettings size={18} aria-hidden />}>
          {t('settings')}
        </LinkButton>
      </Cluster>
      <NoticeRows />
    </Stack>
  );
}

function NoticeRows() {
  const t = useTranslations('notices');
  const failure = useErrorMessages();
  const pages = useNoticePages(useLanguage(), PAGE_SIZE);
  useMarkRead(pages.rows);
  if (pages.failed) {
    return (
      <Card>
        <ErrorState text={failure.text(pages.error)} busy={pages.busy} onRetry={pages.retry} />
      </Card>
    );
  }
  if (pages.loading) {
    return (
      <Card padding="flush">
        <NoticeRowsSkeleton count={6} />
      </Card>
    );
  }
  if (pages.rows.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<IconBell size={26} />}
          title={t('empty')}
          text={t('emptyText')}
          action={<LinkButton to={SETTINGS}>{t('emptyAction')}</LinkButton>}
        />
      </Card>
    );
  }
  return (
    <>
      <Card padding="flush">
        <ul className={css.list} aria-label={t('label')}>
          {pages.rows.map((notice) => (
            <li key={notice.id}>
              <NoticeRow notice={notice} />
            </li>
          ))}
        </ul>
      </Card>
      <ListEnd pages={pages} end={t('end')} />
    </>
  );
}
