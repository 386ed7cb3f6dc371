import type { ReactNode } from 'react';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import css from './parts.module.css';
import { SavedFilters } from './saved-filters-bar.tsx';

interface BackofficePageProps {
  title: string;
  lead: ReactNode;
  /** At the end of the title's line: filters, or what can be done with the whole list. */
  aside?: ReactNode;
  /** The list by whose name filters of the address are saved, where it has any. */
  filtersOf?: string;
  /** What it holds has yet to come. */
  busy?: boolean;
  children: ReactNode;
}

/** A part of the back office: what it is called and for, and what it holds. */
export function BackofficePage({ title, lead, aside, filtersOf, busy, children }: BackofficePageProps) {
  useTitle(title);
  return (
    <main className={css.page} aria-busy={busy || undefined}>
      <div className={css.head}>
        <div>
          <h1>{title}</h1>
          <p className={css.lead}>{lead}</p>
        </div>
        {aside}
      </div>
      {filtersOf && <SavedFilters list={filtersOf} />}
      {children}
    </main>
  );
}
