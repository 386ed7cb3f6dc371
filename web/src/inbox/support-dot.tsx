import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { unreadTicketsQuery } from './queries.ts';
import css from './support-dot.module.css';

/** A dot next to the link to support: there is an unread reply. */
export function SupportDot() {
  const t = useTranslations('notices');
  const { data = 0 } = useQuery(unreadTicketsQuery);
  if (data === 0) return null;
  return (
    <span className={css.dot}>
      <span className="hidden">{t('newAnswers')}</span>
    </span>
  );
}
