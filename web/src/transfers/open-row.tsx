import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '../framework/navigation/router.tsx';
import type { Column } from '../ui/tables/data-table.tsx';
import css from './open-row.module.css';

type OpenRowProps = { label: string } & ({ onClick: () => void } | { to: string });

/**
 * Opens a table row's subject in a dialog or on its page; the clickable area is the whole row, which must be
 * positioned.
 */
export function OpenRow(props: OpenRowProps) {
  const icon = <IconChevronLeft size={18} aria-hidden className={css.chevron} />;
  if ('to' in props)
    return (
      <Link to={props.to} className={css.open} aria-label={props.label}>
        {icon}
      </Link>
    );
  return (
    <button
      type="button"
      className={css.open}
      aria-label={props.label}
      aria-haspopup="dialog"
      onClick={props.onClick}
    >
      {icon}
    </button>
  );
}

/** The last column of a table, of which each cell is an OpenRow or null. `head`: for screen readers. */
export const createOpenColumn = <R,>(head: string, cell: Column<R>['cell']): Column<R> => ({
  key: 'open',
  head: <span className="hidden">{head}</span>,
  cell,
  end: true,
  headless: true,
  covers: true,
});
