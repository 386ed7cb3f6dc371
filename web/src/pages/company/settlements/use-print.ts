import { useEffect, useState } from 'react';
import type { PaginatedList } from '../../../lib/queries/use-pages.ts';

/** Some fifty sheets; longer lists are downloaded as a file. */
export const MAX_PRINTED_ROWS = 2_000;

type PrintableList = Pick<PaginatedList<unknown>, 'rows' | 'busy' | 'hasMore' | 'failed' | 'moreFailed'>;

/** Returns the next step of printing a list. */
export function getPrintStep({
  rows,
  busy,
  hasMore,
  failed,
  moreFailed,
}: PrintableList): 'WAIT' | 'STOP' | 'MORE' | 'PRINT' {
  if (busy) return 'WAIT';
  if (failed || moreFailed) return 'STOP';
  return hasMore && rows.length < MAX_PRINTED_ROWS ? 'MORE' : 'PRINT';
}

/** Loads the rest of a list, then prints. If that fails the list shows the error, and nothing is printed. */
export function usePrint<R>(pages: PaginatedList<R>): { busy: boolean; start: () => void } {
  const [isPrinting, setIsPrinting] = useState(false);
  const step = isPrinting ? getPrintStep(pages) : 'WAIT';
  useEffect(() => {
    if (step === 'MORE') pages.more();
    if (step !== 'STOP' && step !== 'PRINT') return;
    setIsPrinting(false);
    if (step === 'PRINT') window.print();
  });
  return {
    busy: isPrinting,
    start: () => {
      if (pages.failed) pages.retry();
      else if (pages.moreFailed) pages.more();
      setIsPrinting(true);
    },
  };
}
