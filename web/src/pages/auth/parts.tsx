import type { ReactNode } from 'react';
import accessCss from '../../access/parts.module.css';
import { Link, type LinkProps } from '../../framework/navigation/router.tsx';
import css from './parts.module.css';

export function AuthHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className={css.head}>
      <h1>{title}</h1>
      <p>{children}</p>
    </header>
  );
}

/** The line below a form: a question and a link. */
export function AuthFooterLink({ text, children, ...link }: { text: string } & LinkProps) {
  return (
    <p className={css.other}>
      {text}{' '}
      <Link {...link} className={accessCss.link}>
        {children}
      </Link>
    </p>
  );
}
