import { useEffect, useState } from 'react';
import type { PaginatedList } from '../../../lib/queries/use-pages.ts';

/** Some fifty sheets; longer lists are downloaded as a file. */
export const MAX_PRINTED_ROWS = 2_000;

type List = Pick<PaginatedList<unknown>, 'rows' | 'busy' | 'hasMore' | 'failed' | 'moreFailed'>;

/** Returns the next step of printing a list. */
export function printStepOf({
  rows,
  busy,
  hasMore,
  failed,
  moreFailed,
}: List): 'WAIT' | 'STOP' | 'MORE' | 'PRINT' {
  if (busy) return 'WAIT';
  if (failed || moreFailed) return 'STOP';
  return hasMore && rows.length < MAX_PRINTED_ROWS ? 'MORE' : 'PRINT';
}

/** Loads the rest of a list, then prints. If that fails the list shows the error, and nothing is printed. */
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
