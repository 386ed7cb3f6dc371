import { useEffect } from 'react';
import { navigate } from '../../lib/navigation/history.ts';
import { useSession } from '../../lib/session/session.ts';
import { getPostLoginPath } from './form.ts';
import { clearPendingStep, loadPendingStep } from './pending-step.ts';

/**
 * Redirects a signed-in person away from this screen, whether they signed in here, in another tab or earlier;
 * except while setting a password by e-mail, which is how users of Google get their first one.
 */
export function useRedirectWhenSignedIn(back: string | null, wanted: boolean): void {
  const { signedIn, account, authorized, failure } = useSession();
  const known = account !== null;
  const failed = failure !== null;
  useEffect(() => {
    if (!wanted || !signedIn || !(known || failed)) return;
    const place = loadPendingStep()?.back ?? back;
    clearPendingStep();
    // Without the account its permissions are unknown; the profile page shows the error.
    navigate(known ? getPostLoginPath(authorized, place) : '/profile', { replace: true });
  }, [wanted, signedIn, known, failed, authorized, back]);
}
