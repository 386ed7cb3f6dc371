import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Pages } from '../../../lib/queries/use-pages.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { ListEnd } from '../../../ui/tables/list-end.tsx';
import { PagedTable } from '../../../ui/tables/paged-table.tsx';
import cards from './cards.module.css';
import { StaffFaultText } from './faults.tsx';
import css from './parts.module.css';

interface Common<R> {
  pages: Pages<R>;
  /** Shown instead of rows when there are none. */
  empty: { icon: TablerIcon; title: string; text: string };
  /** Default: the row's id. */
  rowKey?: (row: R) => string;
}

interface AsTable<R> extends Common<R> {
  columns: readonly Column<R>[];
  /** What the table holds, for those who don't see it. */
  label: string;
  /** Everybody sees the label. */
  titled?: boolean;
  /** Said when other rows come. */
  live?: boolean;
  skeletonRows?: number;
  /** Under the last row. */
  end?: ReactNode;
  className?: string | undefined;
}

interface AsCards<R> extends Common<R> {
  card: (row: R) => ReactNode;
}

/** A list of the back office in each of its states: a table when it has columns, else cards. Its rows may be closed to who looks. */
export function ResourceList<R extends object>(props: AsTable<R> | AsCards<R>) {
  return 'columns' in props ? <Table {...props} /> : <Cards {...props} />;
}

function Table<R extends object>({ label, titled, live, empty, pages, rowKey = idOf, ...table }: AsTable<R>) {
  return (
    <Card
      padding="flush"
      className={css.list}
      title={titled && label}
      aria-label={titled ? undefined : label}
      aria-live={live ? 'polite' : undefined}
    >
      <PagedTable
        {...table}
        caption={label}
        pages={pages}
        rowKey={rowKey}
        empty={<Empty {...empty} />}
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
      <div className={cards.list} aria-hidden>
        <Skeleton height={240} className={css.block} />
        <Skeleton height={240} className={css.block} />
      </div>
    );
  }
  if (pages.rows.length === 0) {
    return (
      <Card>
        <Empty {...empty} />
      </Card>
    );
  }
  return (
    <>
      <ul className={cards.list}>
        {pages.rows.map((row) => (
          <li key={rowKey(row)}>{card(row)}</li>
        ))}
      </ul>
      <ListEnd pages={pages} />
    </>
  );
}

const Empty = ({ icon: Icon, title, text }: Common<object>['empty']) => (
  <EmptyState icon={<Icon size={26} />} title={title} text={text} />
);

const idOf = (row: object): string => ('id' in row ? String(row.id) : '');
