import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import css from './section-head.module.css';

interface SectionHeadProps {
  title: ReactNode;
  /** One or two sentences below the title. */
  lead?: ReactNode;
  /** At the end of the title's line: a link, a switch. */
  aside?: ReactNode;
  /** `page`: the page's main heading. */
  of?: 'page' | 'section';
  /** For `aria-labelledby` of the section. */
  id?: string;
  className?: string | undefined;
}

/** Heading of a page or section. */
export function SectionHead({ title, lead, aside, of = 'section', id, className }: SectionHeadProps) {
  const Heading = of === 'page' ? 'h1' : 'h2';
  return (
    <header className={cx(css.head, css[of], className)}>
      <div className={css.words}>
        <Heading id={id}>{title}</Heading>
        {lead && <p>{lead}</p>}
      </div>
      {aside}
    </header>
  );
}
