import { useTranslations } from 'use-intl';
import { displayedSign } from '../../lib/format/format.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { cx } from '../class-names.ts';
import css from './percent.module.css';

interface PercentProps {
  /** Signed percent text, "-1.25"; null shows a dash. */
  value: string | null | undefined;
  /** `chip`: on a soft background of its colour. */
  variant?: 'plain' | 'chip';
  className?: string | undefined;
}

/** A change with arrow, sign and colour, so that the direction isn't shown by colour alone. */
export function Percent({ value, variant = 'plain', className }: PercentProps) {
  const t = useTranslations('format');
  const { percent } = useFormat();
  if (value == null) return <span className={cx(css.same, className)}>—</span>;
  const sign = displayedSign(value);
  const direction = sign > 0 ? 'rise' : sign < 0 ? 'fall' : 'same';
  return (
    <span className={cx(css.percent, css[direction], css[variant], className)} dir="ltr" translate="no">
      <span className="hidden">{t(direction)}</span>
      {sign !== 0 && (
        <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden>
          <path d={sign > 0 ? 'M4 1l4 6H0z' : 'M4 7L0 1h8z'} fill="currentColor" />
        </svg>
      )}
      {percent(value, true, 2)}
    </span>
  );
}
