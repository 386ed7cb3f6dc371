import { cx } from '../class-names.ts';
import css from './spinner.module.css';

/** A spinner in the colour of its text. */
export function Spinner({
  size = 20,
  label,
  className,
}: {
  size?: number;
  label?: string;
  className?: string | undefined;
}) {
  return (
    <svg
      className={cx(css.spinner, className)}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <circle className={css.track} cx="10" cy="10" r="8" />
      <circle className={css.arc} cx="10" cy="10" r="8" />
    </svg>
  );
}
