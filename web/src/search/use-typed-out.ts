import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

/** Debounces the typed text, so that the server isn't queried for every letter. */
export function useTypedOut(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
