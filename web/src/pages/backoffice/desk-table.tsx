import { PagedTable, type PagedTableProps } from '../../ui/paged-table.tsx';
import { Fault } from './faults.tsx';

/** A table of the desk, whose rows may be closed to who looks. */
export function DeskTable<R>(props: PagedTableProps<R>) {
  const { error, busy, retry } = props.pages;
  return <PagedTable {...props} fault={<Fault error={error} busy={busy} onRetry={retry} />} />;
}
