import type { WaitingItem, waitingItems } from '@sarraf/domain/contracts';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Link } from '../../../framework/navigation/router.tsx';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { cx } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { getElapsedTime } from '../shared/ago.ts';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton, useElapsedTimeText } from '../shared/parts.tsx';
import { BACKOFFICE_SECTIONS, getBackofficePath } from '../shared/places.ts';
import { getItemTarget, QUEUE_SECTIONS } from './leads-to.ts';
import own from './now.module.css';
import { useItemText, usePromiseText } from './words.ts';

const MINUTE = 60_000;

type WaitingItems = Awaited<ReturnType<typeof fetchWaitingItems>>;

const fetchWaitingItems = async (signal: AbortSignal) =>
  (await call<typeof waitingItems>('GET', '/backoffice/waiting', { signal })).baseDTO;

/** All queues that the staff member may decide on, longest first, each with its age and target time. */
export function NowPage() {
  const t = useTranslations('backoffice.now');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['backoffice', 'waiting'],
    queryFn: ({ signal }) => fetchWaitingItems(signal),
    refetchInterval: MINUTE,
  });
  return (
    <BackofficePage title={t('title')} lead={t('lead')} busy={!data && !error}>
      {data ? (
        <ItemList waiting={data} />
      ) : error ? (
        <Card>
          <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <StaffSkeleton height={480} />
      )}
    </BackofficePage>
  );
}

const isOverdue = ({ dueAt }: WaitingItem): boolean => dueAt !== null && Date.parse(dueAt) < Date.now();

function ItemList({ waiting: { items, more } }: { waiting: WaitingItems }) {
  const t = useTranslations('backoffice');
  const { digits } = useFormat();
  if (items.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<IconCircleCheck size={26} />}
          title={t('now.emptyTitle')}
          text={t('now.emptyText')}
        />
      </Card>
    );
  }
  const overdueCount = items.filter(isOverdue).length;
  return (
    <Card padding="flush" className={css.list}>
      <Cluster as="p" gap={3} rowGap={1} wrap className={own.sum} role="status">
        <span>{t('now.count', { count: items.length, shown: digits(items.length) })}</span>
        {overdueCount > 0 && (
          <strong className={own.late}>
            {t('now.late', { count: overdueCount, shown: digits(overdueCount) })}
          </strong>
        )}
      </Cluster>
      <ol data-queue>
        {items.map((item) => (
          <QueueItem key={`${item.kind} ${item.id} ${item.since}`} item={item} />
        ))}
      </ol>
      {more.map((kind) => (
        <p key={kind} className={own.more}>
          <Link to={getBackofficePath(QUEUE_SECTIONS[kind])}>
            {t('now.more', { place: t(`place.${QUEUE_SECTIONS[kind]}`) })}
          </Link>
        </p>
      ))}
    </Card>
  );
}

function QueueItem({ item }: { item: WaitingItem }) {
  const t = useTranslations('backoffice');
  const formatAge = useElapsedTimeText();
  const { dateTime } = useFormat();
  const text = useItemText();
  const promise = usePromiseText();
  const { to, state } = getItemTarget(item);
  const { icon: Icon } = BACKOFFICE_SECTIONS[QUEUE_SECTIONS[item.kind]];
  const late = isOverdue(item);
  return (
    <li className={own.item}>
      <span className={cx(own.icon, late && own.lateIcon)} aria-hidden>
        <Icon size={20} />
      </span>
      <span className={own.what}>
        <Link to={to} {...(state && { state })} className={own.open}>
          {text(item)}
        </Link>
        <small>{promise(item)}</small>
      </span>
      <span className={own.when}>
        <time dateTime={item.since} title={dateTime(item.since)}>
          {t('now.age', { time: formatAge(item.since) })}
        </time>
        <DueTime item={item} />
      </span>
      <IconArrowRight size={18} className={own.arrow} aria-hidden />
    </li>
  );
}

/** How long it is overdue, or the remaining time. */
function DueTime({ item: { dueAt } }: { item: WaitingItem }) {
  const t = useTranslations('backoffice');
  const { digits } = useFormat();
  const formatAge = useElapsedTimeText();
  if (dueAt === null) return null;
  const due = Date.parse(dueAt);
  if (due < Date.now())
    return <small className={own.late}>{t('now.lateBy', { time: formatAge(dueAt) })}</small>;
  const { unit, count } = getElapsedTime(new Date().toISOString(), due);
  return <small>{t('now.left', { time: t(`ago.${unit}`, { count: digits(count) }) })}</small>;
}
