import { useEffect, useState } from 'react';
import { useLocation } from '../../lib/navigation/router.tsx';
import { useHashScroll } from '../../lib/navigation/use-hash-scroll.ts';

/** The question that stands open; `#slug` in the address opens one, and the address follows what is opened. */
export function useOpenQuestion(ready: boolean): [string | null, (slug: string | null) => void] {
  const { hash } = useLocation();
  const named = hash === '' ? null : hash.slice(1);
  // Not at once: what the server drew knows nothing of it.
  const [open, setOpen] = useState<string | null>(null);
  useEffect(() => {
    if (named) setOpen(named);
  }, [named]);
  useHashScroll(ready);
  const choose = (slug: string | null) => {
    setOpen(slug);
    // Not a move to another place: nothing scrolls, and "back" leaves the page.
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', `${pathname}${search}${slug ? `#${slug}` : ''}`);
  };
  return [open, choose];
}
