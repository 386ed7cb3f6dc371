import { useEffect } from 'react';
import { navigate } from '../../lib/navigation/history.ts';
import { useSession } from '../../lib/session/session.ts';
import { getPostLoginPath } from './form.ts';
import { clearPendingStep, loadPendingStep } from './pending-step.ts';

/**
 * Who is signed in has nothing to do on this screen, whether by its form, by another tab or from before; unless
 * they set a password by mail, which is how one who came by Google gets a first one.
 */
export function useRedirectWhenSignedIn(back: string | null, wanted: boolean): void {
  const { signedIn, account, authorized, failure } = useSession();
  const known = account !== null;
  const failed = failure !== null;
  useEffect(() => {
    if (!wanted || !signedIn || !(known || failed)) return;
    const place = loadPendingStep()?.back ?? back;
    clearPendingStep();
    // Without the account nobody knows what is open to the person; the profile's own page says what went wrong.
    navigate(known ? getPostLoginPath(authorized, place) : '/profile', { replace: true });
  }, [wanted, signedIn, known, failed, authorized, back]);
}
