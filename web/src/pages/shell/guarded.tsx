import { useEffect } from 'react';
import { trackPending } from '../../framework/loading/pending.ts';
import { ACCOUNT_PATH, explainRefusal, LOGIN_PATH } from '../../framework/navigation/guard.ts';
import { getRouteAccess } from '../../framework/navigation/route-record.ts';
import { Navigate, Outlet, useLocation } from '../../framework/navigation/router.tsx';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { accountQuery } from '../../lib/queries/queries.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { useSession } from '../../lib/session/session.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';

/** Applies the guard when a page is opened by address or the back button, without a previous page to stay on. */
export function Page() {
  const { signedIn, account, authorized, failure, retry } = useSession();
  const { text } = useErrorMessages();
  const { pathname, search } = useLocation();
  const isRefused = account !== null && !authorized && getRouteAccess(pathname) === 'authorized';

  useEffect(() => {
    if (signedIn && !account)
      void trackPending(queryClient.ensureQueryData(accountQuery)).catch(() => undefined);
  }, [signedIn, account]);
  useEffect(() => {
    if (isRefused && account) explainRefusal(account, false);
  }, [isRefused, account]);

  if (!signedIn) return <Navigate to={LOGIN_PATH} state={{ from: pathname + search }} replace />;
  if (isRefused) return <Navigate to={ACCOUNT_PATH} replace />;
  // While the account is unknown, the page shows its texts and skeletons; the server refuses data to unauthorised
  // users.
  if (account || !failure) return <Outlet />;
  return (
    <main className="wrap">
      <ErrorState text={text(failure)} onRetry={retry} />
    </main>
  );
}
