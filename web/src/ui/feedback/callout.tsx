import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { protectFigures } from '../values/protect-figures.tsx';
import css from './callout.module.css';

interface CalloutProps {
  /** `warn`: money can be lost or delayed. */
  tone?: 'info' | 'warn';
  title?: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
  /** Announced to screen readers immediately: it appeared while the person was on the page. */
  live?: boolean;
}

/** A notice that a person must read before they continue. */
export function Callout({ tone = 'info', title, icon, children, live }: CalloutProps) {
  const Icon = tone === 'warn' ? IconAlertTriangle : IconInfoCircle;
  return (
    <div className={cx(css.callout, css[tone])} role={live ? 'status' : undefined}>
      {icon ?? <Icon size={20} aria-hidden />}
      <div className={css.words}>
        {title && <strong>{protectFigures(title)}</strong>}
        {children && <div>{protectFigures(children)}</div>}
      </div>
    </div>
  );
}
