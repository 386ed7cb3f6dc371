import type { ReactNode } from 'react';
import { useTitle } from '../../../framework/navigation/use-title.ts';
import css from './parts.module.css';
import { SavedFilters } from './saved-filters-bar.tsx';

interface BackofficePageProps {
  title: string;
  lead: ReactNode;
  /** At the end of the title's line: filters, or actions for the whole list. */
  aside?: ReactNode;
  /** Name under which the list's filters are saved, if it has any. */
  filtersOf?: string;
  /** The content is loading. */
  busy?: boolean;
  children: ReactNode;
}

/** A section of the back office: title, description and content. */
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
