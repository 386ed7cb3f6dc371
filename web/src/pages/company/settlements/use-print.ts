import { useEffect, useState } from 'react';
import type { PaginatedList } from '../../../lib/queries/use-pages.ts';

/** Some fifty sheets; what is longer is read as a file. */
export const MOST_ON_PAPER = 2_000;

type List = Pick<PaginatedList<unknown>, 'rows' | 'busy' | 'hasMore' | 'failed' | 'moreFailed'>;

/** What comes next for who wants the list on paper. */
export function printStepOf({
  rows,
  busy,
  hasMore,
  failed,
  moreFailed,
}: List): 'WAIT' | 'STOP' | 'MORE' | 'PRINT' {
  if (busy) return 'WAIT';
  if (failed || moreFailed) return 'STOP';
  return hasMore && rows.length < MOST_ON_PAPER ? 'MORE' : 'PRINT';
}

/** Fetches the rest of a list, then prints. What can't be fetched is said where the list stands, and nothing is printed. */
export function usePrint<R>(pages: PaginatedList<R>): { busy: boolean; start: () => void } {
  const [asked, setAsked] = useState(false);
  const step = asked ? printStepOf(pages) : 'WAIT';
  useEffect(() => {
    if (step === 'MORE') pages.more();
    if (step !== 'STOP' && step !== 'PRINT') return;
    setAsked(false);
    if (step === 'PRINT') window.print();
  });
  return {
    busy: asked,
    start: () => {
      if (pages.failed) pages.retry();
      else if (pages.moreFailed) pages.more();
      setAsked(true);
    },
  };
}
