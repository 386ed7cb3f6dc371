import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

/** What was typed, once nothing more was for a moment: the server isn't asked for each letter. */
export function useTypedOut(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
