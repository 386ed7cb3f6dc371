import { useEffect, useRef } from 'react';
import { useLocation } from './router.tsx';

/**
 * Scrolls to the element of the address's hash (`#key`) once it is rendered; the router handles navigation within
 * the page.
 */
export function useHashScroll(ready: boolean): void {
  const { hash } = useLocation();
  const pendingHash = useRef(hash);
  useEffect(() => {
    if (!ready || pendingHash.current === '') return;
    document.getElementById(pendingHash.current.slice(1))?.scrollIntoView();
    pendingHash.current = '';
  }, [ready]);
}
