import { useEffect, useState } from 'react';
import { useLocation } from '../../framework/navigation/router.tsx';
import { useHashScroll } from '../../framework/navigation/use-hash-scroll.ts';

/** Returns the open question; `#slug` in the address opens one, and opening one updates the address. */
export function useOpenQuestion(ready: boolean): [string | null, (slug: string | null) => void] {
  const { hash } = useLocation();
  const slugInHash = hash === '' ? null : hash.slice(1);
  // Set after hydration: the server doesn't receive the hash.
  const [open, setOpen] = useState<string | null>(null);
  useEffect(() => {
    if (slugInHash) setOpen(slugInHash);
  }, [slugInHash]);
  useHashScroll(ready);
  const openQuestion = (slug: string | null) => {
    setOpen(slug);
    // Replaces the address without navigating: nothing scrolls, and "back" leaves the page.
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', `${pathname}${search}${slug ? `#${slug}` : ''}`);
  };
  return [open, openQuestion];
}
