import { useEffect } from 'react';

/** A page that the browser kept while its person was at the bank comes back as it was left: still on its way. */
export function useOnPageRestore(onReturn: () => void): void {
  useEffect(() => {
    const check = (event: PageTransitionEvent) => {
      if (event.persisted) onReturn();
    };
    window.addEventListener('pageshow', check);
    return () => window.removeEventListener('pageshow', check);
  }, [onReturn]);
}
