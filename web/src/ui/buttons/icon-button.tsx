import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';
import css from './icon-button.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  /** The action, for screen readers. */
  label: string;
  size?: 's' | 'm';
}

export function IconButton({ label, size = 'm', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(css.button, size === 's' && css.s, className)}
    />
  );
}
