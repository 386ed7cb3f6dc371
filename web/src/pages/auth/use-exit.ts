import { useEffect } from 'react';
import { go } from '../../lib/place.ts';
import { useSession } from '../../lib/session.ts';
import { placeAfterSignIn } from './form.ts';
import { dropStep, readStep } from './pending-step.ts';

/** Who is signed in has nothing to do on this screen, whether by its form, by another tab or from before. */
export function useExit(back: string | null): void {
  const { signedIn, account, authorized, failure } = useSession();
  const known = account !== null;
  const failed = failure !== null;
  useEffect(() => {
    if (!signedIn || !(known || failed)) return;
    const wanted = readStep()?.back ?? back;
    dropStep();
    // Without the account nobody knows what is open to the person; the profile's own page says what went wrong.
    go(known ? placeAfterSignIn(authorized, wanted) : '/profile', { replace: true });
  }, [signedIn, known, failed, authorized, back]);
}
