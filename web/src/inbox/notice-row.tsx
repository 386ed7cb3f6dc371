import type { Notice, NoticeGroup } from '@sarraf/domain/contracts';
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconBellRinging,
  IconBuildingStore,
  IconChecklist,
  IconHelpCircle,
  IconShieldLock,
  IconSpeakerphone,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Link } from '../framework/navigation/router.tsx';
import { useFormat } from '../lib/format/use-format.ts';
import { cx } from '../ui/class-names.ts';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Cluster, Stack, Text } from '../ui/layout/layout.tsx';
import css from './inbox.module.css';

const ICONS: Record<NoticeGroup, TablerIcon> = {
  SECURITY: IconShieldLock,
  DEPOSITS: IconArrowDownLeft,
  WITHDRAWALS: IconArrowUpRight,
  ORDERS: IconChecklist,
  ACCOUNT: IconUserCheck,
  STORE: IconBuildingStore,
  SUPPORT: IconHelpCircle,
  PRICES: IconBellRinging,
  NEWS: IconSpeakerphone,
};

interface NoticeRowProps {
  notice: Notice;
  /** Shortened, for the panel. */
  short?: boolean;
  onOpen?: () => void;
}

/** One notice; if it has a page, the whole row links to it. */
export function NoticeRow({ notice, short = false, onOpen }: NoticeRowProps) {
  const t = useTranslations('notices');
  const { dateTime } = useFormat();
  const { group, title, text, advice, place, read, createdAtDateTime } = notice;
  const Icon = ICONS[group];
  const content = (
    <>
      <span className={cx(css.icon, group === 'SECURITY' && css.security)}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <Stack as="span" gap="line" shrink>
        <Cluster as="span" gap={3} align="baseline" justify="between" size="sm" weight={600}>
          <bdi>{title}</bdi>
          {!read && (
            <span className={css.dot}>
              <span className="hidden">{t('unread')}</span>
            </span>
          )}
        </Cluster>
        <bdi className={css.text}>{text}</bdi>
        {!short && advice !== null && (
          <Text as="bdi" size="s" tone="faint">
            {advice}
          </Text>
        )}
        <Cluster as="span" gap={3} rowGap={0} align="stretch" wrap size="xs" tone="faint">
          {!short && <span>{t(`group.${group}`)}</span>}
          <time dateTime={createdAtDateTime}>{dateTime(createdAtDateTime)}</time>
        </Cluster>
      </Stack>
    </>
  );
  const rowClass = cx(css.row, short && css.short, !read && css.unread);
  if (place === null) return <div className={rowClass}>{content}</div>;
  return (
    <Link to={place} className={cx(rowClass, css.link)} onClick={onOpen}>
      {content}
    </Link>
  );
}

/** As large as the rows that replace it. */
export function NoticeRowsSkeleton({ count, short = false }: { count: number; short?: boolean }) {
  return (
    <ul className={css.list} aria-hidden>
      {Array.from({ length: count }, (_, i) => i).map((key) => (
        <li key={key} className={cx(css.row, short && css.short)}>
          <Skeleton width={40} height={40} className={css.waiting ?? ''} />
          <Stack as="span" gap="line" shrink>
            <Skeleton width="55%" height={22} />
            <Skeleton width="90%" height={20} />
            <Skeleton width={120} height={18} />
          </Stack>
        </li>
      ))}
    </ul>
  );
}
