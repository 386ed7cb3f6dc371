import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PaginatedList } from '../../../lib/queries/use-pages.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { ListEnd } from '../../../ui/tables/list-end.tsx';
import { PagedTable } from '../../../ui/tables/paged-table.tsx';
import cards from './cards.module.css';
import { StaffFaultText } from './faults.tsx';
import css from './parts.module.css';
import { StaffSkeleton } from './parts.tsx';

interface Common<R> {
  pages: PaginatedList<R>;
  /** Shown instead of rows if there are none; a single line if the list is a part of a page. */
  empty?: { icon: TablerIcon; title: string; text: string } | string;
  /** Default: the row's id. */
  rowKey?: (row: R) => string;
}

interface AsTable<R> extends Common<R> {
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

interface AsCards<R> extends Common<R> {
  card: (row: R) => ReactNode;
}

/**
 * A list of the back office in all its states: a table if it has columns, otherwise cards. Access to its rows may
 * be denied.
 */
export function ResourceList<R extends object>(props: AsTable<R> | AsCards<R>) {
  return 'columns' in props ? <Table {...props} /> : <Cards {...props} />;
}

function Table<R extends object>(props: AsTable<R>) {
  const { label, titled, aside, note, live, empty, pages, rowKey = idOf, ...table } = props;
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
        empty={empty && <Empty of={empty} />}
        fault={<StaffFaultText error={pages.error} busy={pages.busy} onRetry={pages.retry} />}
      />
    </Card>
  );
}

function Cards<R extends object>({ pages, empty, rowKey = idOf, card }: AsCards<R>) {
  if (pages.failed) {
    return (
      <Card>
        <StaffFaultText error={pages.error} busy={pages.busy} onRetry={pages.retry} />
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
        <Empty of={empty} />
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

function Empty({ of }: { of: NonNullable<Common<object>['empty']> }) {
  if (typeof of === 'string') return <p className={css.under}>{of}</p>;
  const { icon: Icon, ...words } = of;
  return <EmptyState icon={<Icon size={26} />} {...words} />;
}

const idOf = (row: object): string => ('id' in row ? String(row.id) : '');
