import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PaginatedList } from '../../../lib/queries/use-pages.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { ListEnd } from '../../../ui/tables/list-end.tsx';
import { PagedTable } from '../../../ui/tables/paged-table.tsx';
import cards from './cards.module.css';
import { StaffErrorText } from './error-text.tsx';
import css from './parts.module.css';
import { StaffSkeleton } from './parts.tsx';

interface CommonProps<R> {
  pages: PaginatedList<R>;
  /** Shown instead of rows if there are none; a single line if the list is a part of a page. */
  empty?: { icon: TablerIcon; title: string; text: string } | string;
  /** Default: the row's id. */
  rowKey?: (row: R) => string;
}

interface TableProps<R> extends CommonProps<R> {
  columns: readonly Column<R>[];
  /** Content of the table, for screen readers. */
  label: string;
  /** Shows the label as a title. */
  titled?: boolean;
  /** At the end of the title's line: filters, an add button. */
  aside?: ReactNode;
  /** Between the title and the rows. */
  note?: ReactNode;
  /** No focusable content. */
  still?: boolean;
  /** Announces changed rows to screen readers. */
  live?: boolean;
  skeletonRows?: number;
  /** After the last row. */
  end?: ReactNode;
  className?: string | undefined;
}

interface CardsProps<R> extends CommonProps<R> {
  card: (row: R) => ReactNode;
}

/**
 * A list of the back office in all its states: a table if it has columns, otherwise cards. Access to its rows may
 * be denied.
 */
export function ResourceList<R extends object>(props: TableProps<R> | CardsProps<R>) {
  return 'columns' in props ? <ResourceTable {...props} /> : <ResourceCards {...props} />;
}

function ResourceTable<R extends object>(props: TableProps<R>) {
  const { label, titled, aside, note, live, empty, pages, rowKey = getRowId, ...table } = props;
  return (
    <Card
      padding="flush"
      className={css.list}
      data-queue
      title={titled && label}
      aside={aside}
      aria-label={titled || table.still ? undefined : label}
      aria-live={live ? 'polite' : undefined}
    >
      {note}
      <PagedTable
        {...table}
        caption={label}
        pages={pages}
        rowKey={rowKey}
        empty={empty && <EmptyList of={empty} />}
        errorState={<StaffErrorText error={pages.error} busy={pages.busy} onRetry={pages.retry} />}
      />
    </Card>
  );
}

function ResourceCards<R extends object>({ pages, empty, rowKey = getRowId, card }: CardsProps<R>) {
  if (pages.failed) {
    return (
      <Card>
        <StaffErrorText error={pages.error} busy={pages.busy} onRetry={pages.retry} />
      </Card>
    );
  }
  if (pages.loading) {
    return (
      <div className={cards.list} aria-busy>
        <StaffSkeleton height={240} />
        <StaffSkeleton height={240} />
      </div>
    );
  }
  if (pages.rows.length === 0 && empty) {
    return (
      <Card>
        <EmptyList of={empty} />
      </Card>
    );
  }
  return (
    <>
      <ul className={cards.list} data-queue>
        {pages.rows.map((row) => (
          <li key={rowKey(row)}>{card(row)}</li>
        ))}
      </ul>
      <ListEnd pages={pages} />
    </>
  );
}

function EmptyList({ of }: { of: NonNullable<CommonProps<object>['empty']> }) {
  if (typeof of === 'string') return <p className={css.under}>{of}</p>;
  const { icon: Icon, ...words } = of;
  return <EmptyState icon={<Icon size={26} />} {...words} />;
}

const getRowId = (row: object): string => ('id' in row ? String(row.id) : '');
