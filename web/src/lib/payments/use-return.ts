import { useEffect } from 'react';

/**
 * Calls `onReturn` when the browser restores a page that it kept while the person was at the bank: its state is
 * still "in progress".
 */
export function useOnPageRestore(onReturn: () => void): void {
  useEffect(() => {
    const handlePageShow = (event: PageTransitionEvent) => {
      if (event.persisted) onReturn();
    };
    window.addEventListener('pageshow', handlePageShow);
    return () => window.removeEventListener('pageshow', handlePageShow);
  }, [onReturn]);
}
