import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFailure } from '../../lib/use-failure.ts';
import { Button } from '../../ui/button.tsx';
import css from './history.module.css';
import type { Pages } from './use-pages.ts';

/** Under a list: fetches on as it comes near, by a button too, and says when there is no more. */
export function ListEnd<R>({ pages }: { pages: Pages<R> }) {
  const t = useTranslations();
  const failure = useFailure();
  const mark = useRef<HTMLDivElement>(null);
  const { hasMore, loadingMore, moreFailed, more, error } = pages;
  const latest = useRef(more);
  useEffect(() => {
    latest.current = more;
  });

  useEffect(() => {
    const element = mark.current;
    if (!element || !hasMore || loadingMore || moreFailed) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) latest.current();
      },
      { rootMargin: '200px' },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [hasMore, loadingMore, moreFailed]);

  return (
    <div ref={mark} className={css.end}>
      {moreFailed && <p role="alert">{failure.text(error)}</p>}
      {hasMore ? (
        <Button variant="ghost" size="s" busy={loadingMore} onClick={more}>
          {t(moreFailed ? 'action.retry' : 'wallet.history.more')}
        </Button>
      ) : (
        <span>{t('state.end')}</span>
      )}
    </div>
  );
}
