import type { BusinessRowKind } from '@sarraf/domain';
import type { RowChange, rowChanges } from '@sarraf/domain/contracts';
import { IconHistory } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { TwoLine } from '../../../ui/layout/layout.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { ChangedFieldsList } from './change-words.tsx';
import own from './rows.module.css';
import { useRowName } from './words.tsx';

/** Changes of rows of these kinds, by whom and why, newest first. */
export function RowHistory({ kinds: requestedKinds }: { kinds: readonly BusinessRowKind[] }) {
  const kinds = requestedKinds.join();
  const t = useTranslations('businessRows.history');
  const columns = useHistoryColumns();
  const pages = useCursorPagination<RowChange>(['backoffice', 'rows', 'changes', kinds], (page, signal) =>
    call<typeof rowChanges>('GET', '/backoffice/row-changes', { query: { ...page, kinds }, signal }),
  );
  return (
    <ResourceList
      label={t('title')}
      titled
      columns={columns}
      pages={pages}
      skeletonRows={2}
      empty={{ icon: IconHistory, title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}

function useHistoryColumns(): Column<RowChange>[] {
  const t = useTranslations('businessRows.history');
  const { dateTime } = useFormat();
  return [
    {
      key: 'what',
      head: t('what'),
      headless: true,
      cell: ({ kind, key }) => <ChangedRowCell kind={kind} rowKey={key} />,
    },
    {
      key: 'values',
      head: t('values'),
      headless: true,
      cell: ({ kind, key, before, after }) => (
        <ChangedFieldsList kind={kind} rowKey={key} before={before} after={after} />
      ),
    },
    {
      key: 'reason',
      head: t('reason'),
      headless: true,
      cell: ({ reason }) => (
        <span className={own.reason} dir="auto">
          {reason}
        </span>
      ),
    },
    {
      key: 'who',
      head: t('who'),
      headless: true,
      cell: ({ askedBy, askedAtDateTime, decidedBy }) => (
        <TwoLine>
          <span>
            <bdi className="latin">{askedBy}</bdi>
          </span>
          <small>{dateTime(askedAtDateTime)}</small>
          {decidedBy !== null && decidedBy !== askedBy && (
            <small>{t('approved', { who: `\u2068${decidedBy}\u2069` })}</small>
          )}
        </TwoLine>
      ),
    },
    { key: 'state', head: t('state'), headless: true, cell: ({ state }) => t(state) },
  ];
}

function ChangedRowCell({ kind, rowKey }: { kind: BusinessRowKind; rowKey: string }) {
  const t = useTranslations('businessRows.kind');
  const name = useRowName()(kind, rowKey);
  return (
    <TwoLine>
      <strong>{name}</strong>
      {name !== t(kind) && <small>{t(kind)}</small>}
    </TwoLine>
  );
}
