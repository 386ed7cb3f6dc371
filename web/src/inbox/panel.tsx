import { IconBell } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../framework/i18n/language.ts';
import { useErrorMessages } from '../lib/api/use-failure.ts';
import { EmptyState, ErrorState } from '../ui/feedback/empty-state.tsx';
import css from './inbox.module.css';
import { NoticeRow, NoticeRowsSkeleton } from './notice-row.tsx';
import { useNoticePages } from './queries.ts';
import { useMarkRead } from './use-mark-read.ts';

/** Maximum number of notices in the panel; the page has all. */
const MAX_NOTICES = 8;

export function NoticePanel({ onClose }: { onClose: () => void }) {
  const t = useTranslations('notices');
  const failure = useErrorMessages();
  const pages = useNoticePages(useLanguage(), MAX_NOTICES);
  const rows = pages.rows.slice(0, MAX_NOTICES);
  useMarkRead(rows);
  if (pages.failed)
    return <ErrorState text={failure.text(pages.error)} busy={pages.busy} onRetry={pages.retry} />;
  if (pages.loading) return <NoticeRowsSkeleton count={4} short />;
  if (rows.length === 0)
    return <EmptyState icon={<IconBell size={26} />} title={t('empty')} text={t('emptyText')} />;
  return (
    <ul className={css.list} aria-label={t('label')}>
      {rows.map((notice) => (
        <li key={notice.id}>
          <NoticeRow notice={notice} short onOpen={onClose} />
        </li>
      ))}
    </ul>
  );
}
