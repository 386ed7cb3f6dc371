import type { Recovery, recoveries } from '@sarraf/domain/contracts';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import cards from './cards.module.css';
import { Fault } from './faults.tsx';
import css from './parts.module.css';
import { RecoveryCard } from './recovery-card.tsx';
import { type RecoveryAct, RecoveryDecision } from './recovery-decision.tsx';

const STATES = ['OPEN', 'CONFIRMED', 'CANCELLED'] as const;
const FILTERS = [...STATES, 'ALL'] as const;
type Filter = (typeof FILTERS)[number];

/** Who is to be let in again; `?state=` shows the settled ones. */
export function Recoveries() {
  const t = useTranslations('backoffice.recovery');
  useTitle(t('title'));
  const [search, setSearch] = useSearchParams();
  const filter = FILTERS.find((key) => key === search.get('state')) ?? 'OPEN';
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
          value={filter}
          onChange={(key) => setSearch(key === 'OPEN' ? {} : { state: key }, { replace: true })}
        />
      </div>
      <List filter={filter} />
    </main>
  );
}

function List({ filter }: { filter: Filter }) {
  const t = useTranslations('backoffice.recovery');
  const [asked, setAsked] = useState<{ act: RecoveryAct; recovery: Recovery } | null>(null);
  const state = STATES.find((key) => key === filter);
  const pages = usePages<Recovery>(['desk', 'recoveries', filter], (page, signal) =>
    call<typeof recoveries>('GET', '/backoffice/recoveries', {
      query: { ...page, ...(state && { state }) },
      signal,
    }),
  );
  if (pages.failed) {
    return (
      <Card>
        <Fault error={pages.error} busy={pages.busy} onRetry={pages.retry} />
      </Card>
    );
  }
  if (pages.loading) {
    return (
      <div className={cards.list} aria-hidden>
        <Skeleton height={220} className={css.block} />
        <Skeleton height={220} className={css.block} />
      </div>
    );
  }
  if (pages.rows.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<IconKey size={26} />}
          title={t(filter === 'OPEN' ? 'emptyTitle' : 'emptyAllTitle')}
          text={t('emptyText')}
        />
      </Card>
    );
  }
  return (
    <>
      <ul className={cards.list}>
        {pages.rows.map((recovery) => (
          <li key={recovery.id}>
            <RecoveryCard recovery={recovery} onAct={(act) => setAsked({ act, recovery })} />
          </li>
        ))}
      </ul>
      <ListEnd pages={pages} />
      <RecoveryDecision asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}
