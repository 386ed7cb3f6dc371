import { Fragment, type ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import css from './data-table.module.css';

export interface Column<R> {
  key: string;
  /** Never empty: a column of buttons has a head with class `hidden`. */
  head: ReactNode;
  cell: (row: R) => ReactNode;
  /** Numbers are aligned to the end of their column. */
  end?: boolean;
  /** Hidden on a phone's card. */
  wideOnly?: boolean;
  /** The cell is self-explanatory, so a card shows it without the head. */
  headless?: boolean;
  /** Its button covers the whole row, so it takes no space on a card. */
  covers?: boolean;
}

export interface DataTableProps<R> {
  /** Content of the table, for screen readers. */
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
  /** No focusable content, so the table itself is focusable, for scrolling by keyboard. */
  still?: boolean;
  /** Expanded content below a row; null: none. */
  below?: (row: R) => ReactNode;
  /** Shows skeleton rows while the first rows load. */
  loading?: boolean;
  skeletonRows?: number;
  /** Shown instead of the table without rows: an EmptyState or ErrorState. */
  empty?: ReactNode;
}

/** A table that becomes a list of cards below 720 px; the first column is sticky if it is too wide. */
export function DataTable<R>({
  caption,
  columns,
  rows,
  rowKey,
  still,
  below,
  loading,
  skeletonRows = 5,
  empty,
}: DataTableProps<R>) {
  if (!loading && rows.length === 0 && empty) return empty;
  return (
    <div className={css.scroll} {...(still && { role: 'region', 'aria-label': caption, tabIndex: 0 })}>
      <table className={css.table} aria-busy={loading || undefined}>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cx(column.end && css.end)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {loading
            ? Array.from({ length: skeletonRows }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are identical.
                <tr key={i}>
                  {columns.map((column) => (
                    <td key={column.key} className={cellClass(column)}>
                      {!column.covers && <Skeleton width={column.end ? 90 : 120} />}
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => {
                const more = below?.(row);
                return (
                  <Fragment key={rowKey(row)}>
                    <tr>
                      {columns.map((column) => (
                        <td key={column.key} className={cellClass(column)}>
                          {!column.headless && (
                            <span className={css.cardHead} aria-hidden>
                              {column.head}
                            </span>
                          )}
                          {column.cell(row)}
                        </td>
                      ))}
                    </tr>
                    {more && (
                      <tr className={css.below}>
                        <td colSpan={columns.length}>{more}</td>
                      </tr>
                    )}
                  </Fragment>
                );
              })}
        </tbody>
      </table>
    </div>
  );
}

const cellClass = <R,>(column: Column<R>): string =>
  cx(
    column.end && css.end,
    column.wideOnly && css.wideOnly,
    column.headless && css.headless,
    column.covers && css.covers,
  );
