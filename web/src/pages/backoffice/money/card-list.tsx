import type { ReactNode } from 'react';
import type { Pages } from '../../../lib/use-pages.ts';
import { Card } from '../../../ui/card.tsx';
import { ListEnd } from '../../../ui/list-end.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import cards from '../cards.module.css';
import { Fault } from '../faults.tsx';
import css from '../parts.module.css';

interface CardListProps<R> {
  pages: Pages<R>;
  empty: ReactNode;
  card: (row: R) => ReactNode;
}

/** A page of cards in each of its states. */
export function CardList<R extends { id: string }>({ pages, empty, card }: CardListProps<R>) {
  if (pages.failed) {
    return (
      <Card>
        <Fault error={pages.error} busy={pages.busy} onRetry={pages.retry} />
      </Card>
    );
  }
  if (pages.loading) {
    return (
      <div className={cards.list} aria-hidden>
        <Skeleton height={240} className={css.block} />
        <Skeleton height={240} className={css.block} />
      </div>
    );
  }
  if (pages.rows.length === 0) return <Card>{empty}</Card>;
  return (
    <>
      <ul className={cards.list}>
        {pages.rows.map((row) => (
          <li key={row.id}>{card(row)}</li>
        ))}
      </ul>
      <ListEnd pages={pages} />
    </>
  );
}
