import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 250;

/** Debounces the typed text, so that the server isn't queried for every letter. */
export function useDebouncedText(typed: string): string {
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return debounced;
}
