import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from '../../framework/navigation/router.tsx';
import { cx } from '../class-names.ts';
import { Spinner } from '../feedback/spinner.tsx';
import { protectFigures } from '../values/protect-figures.tsx';
import css from './button.module.css';

interface ButtonStyle {
  variant?: 'primary' | 'ghost' | 'text' | 'danger';
  size?: 's' | 'm' | 'l';
  /** Full width of its container. */
  block?: boolean;
  icon?: ReactNode;
}

interface ButtonProps extends ButtonStyle, Omit<ComponentProps<'button'>, 'disabled'> {
  /** In progress: the button keeps its width, shows a spinner and can't be pressed again. */
  busy?: boolean;
  /** Why it is disabled; replaces its text. */
  disabledReason?: string | null | undefined;
  disabled?: boolean;
}

export function Button({ busy, disabledReason, disabled, children, icon, onClick, ...rest }: ButtonProps) {
  const { look, others } = splitStyleProps(rest);
  const isDisabled = disabled || Boolean(disabledReason);
  return (
    <button
      type="button"
      {...others}
      className={cx(look, busy && css.busy, others.className)}
      disabled={isDisabled}
      aria-busy={busy || undefined}
      aria-disabled={isDisabled || busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span className={css.content}>
        {icon}
        {protectFigures(disabledReason || children)}
      </span>
      {busy && (
        <span className={css.spinner}>
          <Spinner />
        </span>
      )}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({ children, icon, ...rest }: ButtonStyle & LinkProps) {
  const { look, others } = splitStyleProps(rest);
  return (
    <Link {...others} className={cx(look, others.className)}>
      <span className={css.content}>
        {icon}
        {protectFigures(children)}
      </span>
    </Link>
  );
}

/** The same for a page of another site. */
export function AnchorButton({ children, icon, ...rest }: ButtonStyle & ComponentProps<'a'>) {
  const { look, others } = splitStyleProps(rest);
  return (
    <a {...others} className={cx(look, others.className)}>
      <span className={css.content}>
        {icon}
        {protectFigures(children)}
      </span>
    </a>
  );
}

function splitStyleProps<P extends ButtonStyle>({ variant = 'primary', size = 'm', block, ...others }: P) {
  return { look: cx(css.button, css[variant], css[size], block && css.block), others };
}
