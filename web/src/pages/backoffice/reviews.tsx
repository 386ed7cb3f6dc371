import type { ReviewRow, reviews } from '@sarraf/domain/contracts';
import { IconClipboardCheck } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api.ts';
import { useCountryName } from '../../lib/countries.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Card } from '../../ui/card.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TwoLine } from '../../ui/layout.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { DeskTable } from './desk-table.tsx';
import css from './parts.module.css';
import { StateWord, Waiting } from './parts.tsx';
import { QUEUE_STATES, type QueueState } from './queries.ts';
import tableCss from './reviews.module.css';
import { personPath, REVIEW, type Visit } from './visit.ts';

const FILTERS = ['ALL', ...QUEUE_STATES] as const;

/** Who waits for a decision; `?state=` keeps one kind of file. */
export function Reviews() {
  const t = useTranslations('backoffice.reviews');
  useTitle(t('title'));
  const [search, setSearch] = useSearchParams();
  const queue = QUEUE_STATES.find((state) => state === search.get('state')) ?? null;
  return (
    <main className={css.page}>
      <div className={css.head}>
        <div>
          <h1>{t('title')}</h1>
          <p className={css.lead}>{t('lead')}</p>
        </div>
        <Segmented
          label={t('filter')}
          segments={FILTERS.map((key) => ({ key, label: t(key) }))}
          value={queue ?? 'ALL'}
          onChange={(key) => setSearch(key === 'ALL' ? {} : { state: key }, { replace: true })}
        />
      </div>
      <Queue queue={queue} />
    </main>
  );
}

function Queue({ queue }: { queue: QueueState | null }) {
  const t = useTranslations('backoffice.reviews');
  const columns = useColumns(queue);
  const pages = usePages<ReviewRow>(['desk', 'reviews', queue], (page, signal) =>
    call<typeof reviews>('GET', '/backoffice/reviews', {
      query: { ...page, ...(queue && { state: queue }) },
      signal,
    }),
  );
  return (
    <Card padding="flush" className={css.list} aria-label={t('title')}>
      <DeskTable
        caption={t('title')}
        columns={columns}
        pages={pages}
        rowKey={({ id, asks }) => `${asks} ${id}`}
        skeletonRows={6}
        empty={
          <EmptyState icon={<IconClipboardCheck size={26} />} title={t('emptyTitle')} text={t('emptyText')} />
        }
        end={t('end')}
        className={tableCss.reviews}
      />
    </Card>
  );
}

function useColumns(queue: QueueState | null): Column<ReviewRow>[] {
  const t = useTranslations('backoffice');
  const countryName = useCountryName();
  const visit: Visit = { reason: REVIEW, from: 'reviews', queue };
  return [
    {
      key: 'person',
      head: t('reviews.person'),
      cell: ({ id, name, email }) => (
        <TwoLine>
          <Link to={personPath(id)} state={visit} className={tableCss.open}>
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
        asks === 'COMPANY' ? t('reviews.asksCompany') : <StateWord type={authenticationType} />,
      headless: true,
    },
    {
      key: 'waits',
      head: t('reviews.waits'),
      cell: ({ submittedAtDateTime }) => <Waiting since={submittedAtDateTime} />,
      headless: true,
      end: true,
    },
  ];
}
