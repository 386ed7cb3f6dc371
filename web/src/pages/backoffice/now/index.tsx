import type { WaitingItem, waitingNow } from '@sarraf/domain/contracts';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Link } from '../../../lib/navigation/router.tsx';
import { cx } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { agoOf } from '../shared/ago.ts';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { StaffFaultText } from '../shared/faults.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton, useAgo } from '../shared/parts.tsx';
import { BACKOFFICE_SECTIONS, backofficePath } from '../shared/places.ts';
import { leadsTo, QUEUE_PLACE } from './leads-to.ts';
import own from './now.module.css';
import { useItemText, usePromiseText } from './words.ts';

const MINUTE = 60_000;

type Waiting = Awaited<ReturnType<typeof readWaitingItems>>;

const readWaitingItems = async (signal: AbortSignal) =>
  (await call<typeof waitingNow>('GET', '/backoffice/waiting', { signal })).baseDTO;

/** All queues that the staff member may decide on, longest first, each with its age and target time. */
export function NowPage() {
  const t = useTranslations('backoffice.now');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['backoffice', 'waiting'],
    queryFn: ({ signal }) => readWaitingItems(signal),
    refetchInterval: MINUTE,
  });
  return (
    <BackofficePage title={t('title')} lead={t('lead')} busy={!data && !error}>
      {data ? (
        <List waiting={data} />
      ) : error ? (
        <Card>
          <StaffFaultText error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <StaffSkeleton height={480} />
      )}
    </BackofficePage>
  );
}

const isLate = ({ dueAt }: WaitingItem): boolean => dueAt !== null && Date.parse(dueAt) < Date.now();

function List({ waiting: { items, more } }: { waiting: Waiting }) {
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
  const late = items.filter(isLate).length;
  return (
    <Card padding="flush" className={css.list}>
      <Cluster as="p" gap={3} rowGap={1} wrap className={own.sum} role="status">
        <span>{t('now.count', { count: items.length, shown: digits(items.length) })}</span>
        {late > 0 && (
          <strong className={own.late}>{t('now.late', { count: late, shown: digits(late) })}</strong>
        )}
      </Cluster>
      <ol className={own.items} data-queue>
        {items.map((item) => (
          <Item key={`${item.kind} ${item.id} ${item.since}`} item={item} />
        ))}
      </ol>
      {more.map((kind) => (
        <p key={kind} className={own.more}>
          <Link to={backofficePath(QUEUE_PLACE[kind])}>
            {t('now.more', { place: t(`place.${QUEUE_PLACE[kind]}`) })}
          </Link>
        </p>
      ))}
    </Card>
  );
}

function Item({ item }: { item: WaitingItem }) {
  const t = useTranslations('backoffice');
  const ago = useAgo();
  const { dateTime } = useFormat();
  const text = useItemText();
  const promise = usePromiseText();
  const { to, state } = leadsTo(item);
  const { icon: Icon } = BACKOFFICE_SECTIONS[QUEUE_PLACE[item.kind]];
  const late = isLate(item);
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
          {t('now.age', { time: ago(item.since) })}
        </time>
        <Due item={item} />
      </span>
      <IconArrowRight size={18} className={own.arrow} aria-hidden />
    </li>
  );
}

/** How long it is overdue, or the remaining time. */
function Due({ item: { dueAt } }: { item: WaitingItem }) {
  const t = useTranslations('backoffice');
  const { digits } = useFormat();
  const ago = useAgo();
  if (dueAt === null) return null;
  const due = Date.parse(dueAt);
  if (due < Date.now()) return <small className={own.late}>{t('now.lateBy', { time: ago(dueAt) })}</small>;
  const { unit, count } = agoOf(new Date().toISOString(), due);
  return <small>{t('now.left', { time: t(`ago.${unit}`, { count: digits(count) }) })}</small>;
}
