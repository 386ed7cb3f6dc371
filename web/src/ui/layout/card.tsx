import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import css from './card.module.css';

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** At the end of the title's line: a link, a button. */
  aside?: ReactNode;
  /** `flush`: the content (a table) reaches the edges. */
  padding?: 'normal' | 'flush';
  /** With the only soft shadow: for the main card of a page. */
  raised?: boolean;
}

export function Card({ title, aside, padding = 'normal', raised, className, children, ...rest }: CardProps) {
  return (
    <section {...rest} className={cx(css.card, css[padding], raised && css.raised, className)}>
      {(title || aside) && (
        <header className={css.head}>
          {title && <h2 className={css.title}>{title}</h2>}
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
