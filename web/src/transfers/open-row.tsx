import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '../lib/navigation/router.tsx';
import css from './open-row.module.css';

type OpenRowProps = { label: string } & ({ onClick: () => void } | { to: string });

/** Opens what a row of a table is of, in a dialog or on its page; its area is the whole row, which is positioned for it. */
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
