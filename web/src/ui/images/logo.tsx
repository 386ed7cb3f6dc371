import { useBrand } from '../../lib/brand.ts';
import { cx } from '../class-names.ts';
import css from './logo.module.css';

/** The logo set by staff; by default two interlocked rings, lapis and saffron. */
export function Mark({ size = 30, className }: { size?: number; className?: string | undefined }) {
  const { logo } = useBrand();
  if (logo) return <img src={logo} alt="" className={cx(css.image, className)} style={{ blockSize: size }} />;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 30 30"
      fill="none"
      strokeWidth="3"
      aria-hidden
      className={className}
    >
      <circle cx="11" cy="15" r="9.5" stroke="var(--accent)" />
      <circle cx="19" cy="15" r="9.5" stroke="var(--mark)" strokeDasharray="44 16" strokeDashoffset="-9" />
    </svg>
  );
}

export function Logo({ name, size = 30 }: { name: string; size?: number }) {
  return (
    <span className={css.logo}>
      <Mark size={size} />
      {name}
    </span>
  );
}
