import { Fragment, type ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import css from './data-table.module.css';

export interface Column<R> {
  key: string;
  /** Never empty: a column of buttons has a head with class `hidden`. */
  head: ReactNode;
  cell: (row: R) => ReactNode;
  /** Numbers stand at the end of their column. */
  end?: boolean;
  /** Not shown on a phone's card. */
  wideOnly?: boolean;
  /** Its cell tells what it is, so the card shows it without the head. */
  headless?: boolean;
}

export interface DataTableProps<R> {
  /** What the table holds, for those who don't see it. */
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
  /** Nothing in it takes the focus, so the table does, for the keyboard to scroll it. */
  still?: boolean;
  /** What is unfolded under a row; null: nothing. */
  below?: (row: R) => ReactNode;
  /** Rows of skeleton while the first rows come. */
  loading?: boolean;
  skeletonRows?: number;
  /** Instead of the table when there are no rows: an EmptyState or ErrorState. */
  empty?: ReactNode;
}

/** A table that becomes a list of cards under 720 px; the first column sticks when it is too wide. */
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
                // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike.
                <tr key={i}>
                  {columns.map((column) => (
                    <td key={column.key} className={cellClass(column)}>
                      <Skeleton width={column.end ? 90 : 120} />
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
  cx(column.end && css.end, column.wideOnly && css.wideOnly, column.headless && css.headless);
