import type { ReviewRow, reviews } from '@sarraf/domain/contracts';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { call } from '../../lib/api/api.ts';
import { useCountryName } from '../../lib/format/countries.ts';
import { useCursorPagination } from '../../lib/queries/use-pages.ts';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { TwoLine } from '../../ui/layout/layout.tsx';
import type { Column } from '../../ui/tables/data-table.tsx';
import tableCss from './reviews.module.css';
import { BackofficePage } from './shared/backoffice-page.tsx';
import { VerificationBadge, WaitingTime } from './shared/parts.tsx';
import { QUEUE_STATES, type QueueState } from './shared/queries.ts';
import { ResourceList } from './shared/resource-list.tsx';
import { useUrlFilter } from './shared/use-url-filter.ts';
import { getPersonPath, type PersonAccess, REVIEW_REASON } from './shared/visit.ts';

const FILTERS = ['ALL', ...QUEUE_STATES] as const;

/** Files that wait for a decision; `?state=` filters by kind. */
export function ReviewsPage() {
  const t = useTranslations('backoffice.reviews');
  const [filter, setFilter] = useUrlFilter('state', FILTERS);
  const queue = filter === 'ALL' ? null : filter;
  return (
    <BackofficePage
      title={t('title')}
      lead={t('lead')}
      filtersOf="reviews"
      aside={
        <Segmented
          label={t('filter')}
          segments={FILTERS.map((key) => ({ key, label: t(key) }))}
          value={filter}
          onChange={setFilter}
        />
      }
    >
      <ReviewQueue queue={queue} />
    </BackofficePage>
  );
}

function ReviewQueue({ queue }: { queue: QueueState | null }) {
  const t = useTranslations('backoffice.reviews');
  const columns = useReviewColumns(queue);
  const pages = useCursorPagination<ReviewRow>(['backoffice', 'reviews', queue], (page, signal) =>
    call<typeof reviews>('GET', '/backoffice/reviews', {
      query: { ...page, ...(queue && { state: queue }) },
      signal,
    }),
  );
  return (
    <ResourceList
      label={t('title')}
      columns={columns}
      pages={pages}
      rowKey={({ id, asks }) => `${asks} ${id}`}
      skeletonRows={6}
      empty={{ icon: IconClipboardCheck, title: t('emptyTitle'), text: t('emptyText') }}
      end={t('end')}
      className={tableCss.reviews}
    />
  );
}

function useReviewColumns(queue: QueueState | null): Column<ReviewRow>[] {
  const t = useTranslations('backoffice');
  const countryName = useCountryName();
  const visit: PersonAccess = { reason: REVIEW_REASON, from: 'reviews', queue };
  return [
    {
      key: 'person',
      head: t('reviews.person'),
      cell: ({ id, name, email }) => (
        <TwoLine>
          <Link to={getPersonPath(id)} state={visit} className={tableCss.open}>
            {name || t('noName')}
          </Link>
          <small>
            <bdi className="latin">{email}</bdi>
          </small>
        </TwoLine>
      ),
      headless: true,
    },
    {
      key: 'kind',
      head: t('reviews.kind'),
      cell: ({ customerKind }) => t(`kind.${customerKind ?? 'none'}`),
      headless: true,
    },
    {
      key: 'country',
      head: t('reviews.country'),
      cell: ({ countryName: name }) => countryName(name),
      headless: true,
    },
    {
      key: 'state',
      head: t('reviews.state'),
      cell: ({ asks, authenticationType }) =>
        asks === 'COMPANY' ? t('reviews.asksCompany') : <VerificationBadge type={authenticationType} />,
      headless: true,
    },
    {
      key: 'waits',
      head: t('reviews.waits'),
      cell: ({ submittedAtDateTime }) => <WaitingTime since={submittedAtDateTime} />,
      headless: true,
      end: true,
    },
  ];
}
