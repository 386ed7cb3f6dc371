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
  const endMark = useRef<HTMLDivElement>(null);
  const { hasMore, busy, loadingMore, moreFailed, more, error } = pages;
  const latestLoadMore = useRef(more);
  useEffect(() => {
    latestLoadMore.current = more;
  });

  useEffect(() => {
    const element = endMark.current;
    // While the list is refetched no page can be loaded; the effect runs again afterwards.
    if (!element || !hasMore || busy || moreFailed) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) latestLoadMore.current();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, busy, moreFailed]);

  if (pages.whole) return null;
  return (
    <div ref={endMark} className={css.end}>
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
