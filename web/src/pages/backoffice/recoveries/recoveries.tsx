import type { cancelRecovery, confirmRecovery, Recovery, recoveries } from '@sarraf/domain/contracts';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { useUrlFilter } from '../shared/use-url-filter.ts';
import { PersonRecoveryCard, type RecoveryActionKind } from './recovery-card.tsx';

const STATES = ['OPEN', 'CONFIRMED', 'CANCELLED'] as const;
const FILTERS = [...STATES, 'ALL'] as const;
type RecoveryFilter = (typeof FILTERS)[number];

/** Account recoveries; `?state=` selects completed ones. */
export function RecoveriesPage() {
  const t = useTranslations('backoffice.recovery');
  const [filter, setFilter] = useUrlFilter('state', FILTERS);
  return (
    <BackofficePage
      title={t('title')}
      lead={t('lead')}
      filtersOf="recoveries"
      aside={
        <Segmented
          label={t('filter')}
          segments={FILTERS.map((key) => ({ key, label: t(key) }))}
          value={filter}
          onChange={setFilter}
        />
      }
    >
      <RecoveryList filter={filter} />
    </BackofficePage>
  );
}

function RecoveryList({ filter }: { filter: RecoveryFilter }) {
  const t = useTranslations('backoffice.recovery');
  const [action, setAction] = useState<StaffAction | null>(null);
  const createAction = useRecoveryActions();
  const state = STATES.find((key) => key === filter);
  const pages = useCursorPagination<Recovery>(['backoffice', 'recoveries', filter], (page, signal) =>
    call<typeof recoveries>('GET', '/backoffice/recoveries', {
      query: { ...page, ...(state && { state }) },
      signal,
    }),
  );
  return (
    <>
      <ResourceList
        pages={pages}
        empty={{
          icon: IconKey,
          title: t(filter === 'OPEN' ? 'emptyTitle' : 'emptyAllTitle'),
          text: t('emptyText'),
        }}
        card={(recovery) => (
          <PersonRecoveryCard
            recovery={recovery}
            onAction={(kind) => setAction(createAction(kind, recovery))}
          />
        )}
      />
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </>
  );
}

/** Asks for confirmation before a recovery is approved or cancelled. */
function useRecoveryActions(): (kind: RecoveryActionKind, recovery: Recovery) => StaffAction {
  const t = useTranslations('backoffice');
  return (kind, { id, name }) => ({
    title: t(`recovery.${kind}Title`, { name: name || t('noName') }),
    text: t(`recovery.${kind}Text`),
    confirm: t(`recovery.${kind}Yes`),
    successText: t(kind === 'confirm' ? 'recovery.confirmed' : 'recovery.cancelled'),
    danger: kind === 'cancel',
    alert: true,
    run: () => {
      const requestOptions = { params: { id }, body: {} };
      return kind === 'confirm'
        ? call<typeof confirmRecovery>('POST', '/backoffice/recoveries/:id/confirm', requestOptions)
        : call<typeof cancelRecovery>('POST', '/backoffice/recoveries/:id/cancel', requestOptions);
    },
  });
}
