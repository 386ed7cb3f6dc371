import { useEffect, useRef } from 'react';
import { useLocation } from './router.tsx';

/** Goes to what the address names (`#key`) once it has come; moves within the page are the router's. */
export function useHashScroll(ready: boolean): void {
  const { hash } = useLocation();
  const opened = useRef(hash);
  useEffect(() => {
    if (!ready || opened.current === '') return;
    document.getElementById(opened.current.slice(1))?.scrollIntoView();
    opened.current = '';
  }, [ready]);
}
