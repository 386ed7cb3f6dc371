import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { ApiFailure } from '../../lib/api/api.ts';
import { currentShown, onMove } from '../../lib/navigation/place.ts';
import { PlaceContext } from '../../lib/navigation/router.tsx';
import { connectFailures } from '../../lib/queries/query-client.ts';
import { logoutSilently } from '../../lib/session/session.ts';

/** A token that the server no longer knows ends the session wherever it shows (requirements §8.1 rule 3). */
connectFailures((error) => {
  if (error instanceof ApiFailure && /JWT|Invalid Token/.test(error.code)) logoutSilently();
});

/**
 * Our guarded history as what is shown. The old page stays until the new one can be shown; a move within a page shows at
 * once, or a control whose state is part of the address would fall back for a moment to what it was.
 */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(currentShown);
  useEffect(() => {
    let { pathname } = currentShown().place;
    const follow = () => {
      const next = currentShown();
      if (next.place.pathname === pathname) setShown(next);
      else startTransition(() => setShown(next));
      pathname = next.place.pathname;
    };
    follow();
    return onMove(follow);
  }, []);

  const { place, move } = shown;
  useEffect(() => {
    if (move === 'POP' && place.key !== 'default') return;
    const target = place.hash ? document.getElementById(decodeURIComponent(place.hash.slice(1))) : null;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (target) target.scrollIntoView({ behavior: still ? 'instant' : 'smooth' });
    else if (move === 'PUSH') window.scrollTo(0, 0);
  }, [place, move]);

  return <PlaceContext value={place}>{children}</PlaceContext>;
}
