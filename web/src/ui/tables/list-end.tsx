import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import type { PaginatedList } from '../../lib/queries/use-pages.ts';
import { Button } from '../buttons/button.tsx';
import css from './list-end.module.css';

/** The end of a list: loads the next page on scroll or by button, and shows when there are no more. */
export function ListEnd<R>({ pages, end }: { pages: PaginatedList<R>; end?: ReactNode }) {
  const t = useTranslations();
  const failure = useErrorMessages();
  const mark = useRef<HTMLDivElement>(null);
  const { hasMore, busy, loadingMore, moreFailed, more, error } = pages;
  const latest = useRef(more);
  useEffect(() => {
    latest.current = more;
  });

  useEffect(() => {
    const element = mark.current;
    // While the list is refetched no page can be loaded; the effect runs again afterwards.
    if (!element || !hasMore || busy || moreFailed) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) latest.current();
      },
      { rootMargin: '200px' },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [hasMore, busy, moreFailed]);

  if (pages.whole) return null;
  return (
    <div ref={mark} className={css.end}>
      {moreFailed && <p role="alert">{failure.text(error)}</p>}
      {hasMore ? (
        <Button variant="ghost" size="s" busy={loadingMore} onClick={more}>
          {t(moreFailed ? 'action.retry' : 'action.more')}
        </Button>
      ) : (
        <span>{end ?? t('state.end')}</span>
      )}
    </div>
  );
}
