import { useEffect } from 'react';
import { navigate } from '../../framework/navigation/history.ts';
import { useSession } from '../../lib/session/session.ts';
import { getPostLoginPath } from './form.ts';
import { clearPendingStep, loadPendingStep } from './pending-step.ts';

/**
 * Redirects a signed-in person away from this screen, whether they signed in here, in another tab or earlier;
 * except while setting a password by e-mail, which is how users of Google get their first one.
 */
export function useRedirectWhenSignedIn(back: string | null, enabled: boolean): void {
  const { signedIn, account, authorized, failure } = useSession();
  const hasAccount = account !== null;
  const hasFailed = failure !== null;
  useEffect(() => {
    if (!enabled || !signedIn || !(hasAccount || hasFailed)) return;
    const returnPath = loadPendingStep()?.back ?? back;
    clearPendingStep();
    // Without the account its permissions are unknown; the profile page shows the error.
    navigate(hasAccount ? getPostLoginPath(authorized, returnPath) : '/profile', { replace: true });
  }, [enabled, signedIn, hasAccount, hasFailed, authorized, back]);
}
