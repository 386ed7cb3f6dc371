import { useEffect } from 'react';
import { go } from '../../lib/navigation/place.ts';
import { useSession } from '../../lib/session/session.ts';
import { placeAfterSignIn } from './form.ts';
import { dropStep, readStep } from './pending-step.ts';

/**
 * Who is signed in has nothing to do on this screen, whether by its form, by another tab or from before; unless
 * they set a password by mail, which is how one who came by Google gets a first one.
 */
export function useExit(back: string | null, wanted: boolean): void {
  const { signedIn, account, authorized, failure } = useSession();
  const known = account !== null;
  const failed = failure !== null;
  useEffect(() => {
    if (!wanted || !signedIn || !(known || failed)) return;
    const place = readStep()?.back ?? back;
    dropStep();
    // Without the account nobody knows what is open to the person; the profile's own page says what went wrong.
    go(known ? placeAfterSignIn(authorized, place) : '/profile', { replace: true });
  }, [wanted, signedIn, known, failed, authorized, back]);
}
