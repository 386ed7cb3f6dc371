import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { getNavigationSnapshot, subscribeToNavigation } from '../../framework/navigation/history.ts';
import { LocationContext } from '../../framework/navigation/router.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { setQueryErrorHandler } from '../../lib/queries/query-client.ts';
import { logoutSilently } from '../../lib/session/session.ts';

/** A token rejected by the server ends the session on any page (requirements §8.1 rule 3). */
setQueryErrorHandler((error) => {
  if (error instanceof ApiError && /JWT|Invalid Token/.test(error.code)) logoutSilently();
});

/**
 * Renders our guarded history. The old page stays until the new one is ready; navigation within a page applies
 * immediately, or a control whose state is part of the address would briefly revert.
 */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [snapshot, setSnapshot] = useState(getNavigationSnapshot);
  useEffect(() => {
    let { pathname } = getNavigationSnapshot().place;
    const applyNavigation = () => {
      const next = getNavigationSnapshot();
      if (next.place.pathname === pathname) setSnapshot(next);
      else startTransition(() => setSnapshot(next));
      pathname = next.place.pathname;
    };
    applyNavigation();
    return subscribeToNavigation(applyNavigation);
  }, []);

  const { place, move } = snapshot;
  useEffect(() => {
    if (move === 'POP' && place.key !== 'default') return;
    const target = place.hash ? document.getElementById(decodeURIComponent(place.hash.slice(1))) : null;
    const prefersStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (target) target.scrollIntoView({ behavior: prefersStill ? 'instant' : 'smooth' });
    else if (move === 'PUSH') window.scrollTo(0, 0);
  }, [place, move]);

  return <LocationContext value={place}>{children}</LocationContext>;
}
