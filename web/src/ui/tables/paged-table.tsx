import type { ReactNode } from 'react';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import type { PaginatedList } from '../../lib/queries/use-pages.ts';
import { ErrorState } from '../feedback/empty-state.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ListEnd } from './list-end.tsx';

export interface PagedTableProps<R> extends Omit<DataTableProps<R>, 'rows' | 'loading'> {
  pages: PaginatedList<R>;
  /** Shown instead of the table if nothing could be loaded. */
  errorState?: ReactNode;
  /** Shown after the last row. */
  end?: ReactNode;
  className?: string | undefined;
}

/** A paginated table; one that loads in a single reply scrolls in all its states. */
export function PagedTable<R>({ pages, errorState, end, className, ...table }: PagedTableProps<R>) {
  const { text } = useErrorMessages();
  if (pages.failed)
    return errorState ?? <ErrorState text={text(pages.error)} busy={pages.busy} onRetry={pages.retry} />;
  const list = (
    <>
      <DataTable {...table} rows={pages.rows} loading={pages.loading} />
      {pages.rows.length > 0 && <ListEnd pages={pages} end={end} />}
    </>
  );
  return className === undefined ? list : <div className={className}>{list}</div>;
}
