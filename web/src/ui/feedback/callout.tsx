import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { keepFigures } from '../values/kept-figures.tsx';
import css from './callout.module.css';

interface CalloutProps {
  /** `warn`: money can be lost or has to wait. */
  tone?: 'info' | 'warn';
  title?: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
  /** Said at once to those who don't see it: it came while the person was here. */
  live?: boolean;
}

/** What a person must know before they go on. */
export function Callout({ tone = 'info', title, icon, children, live }: CalloutProps) {
  const Icon = tone === 'warn' ? IconAlertTriangle : IconInfoCircle;
  return (
    <div className={cx(css.callout, css[tone])} role={live ? 'status' : undefined}>
      {icon ?? <Icon size={20} aria-hidden />}
      <div className={css.words}>
        {title && <strong>{keepFigures(title)}</strong>}
        {children && <div>{keepFigures(children)}</div>}
      </div>
    </div>
  );
}
