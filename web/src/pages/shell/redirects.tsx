import { isUnknownMarketPath, resolveTradePath } from '../../framework/navigation/guard.ts';
import { Navigate, useLocation, useParams } from '../../framework/navigation/router.tsx';

/** The bank's short address redirects to the page, with the payment in it (requirements §2.1). */
export function RedirectToBankReturn() {
  const { search } = useLocation();
  return <Navigate to={`/profile/redirect-from-banks${search}`} replace />;
}

/** The alternative address of a market's page: quote first, then the coin (requirements §2.3). */
export function RedirectToTrade() {
  const { tradeTo = '', tradeFrom = '' } = useParams();
  const address = `/profile/trade/${tradeTo}/${tradeFrom}`;
  const resolvedTarget = resolveTradePath(address);
  // The page reports an unknown market itself.
  const leads = typeof resolvedTarget === 'string' && !isUnknownMarketPath(address);
  return <Navigate to={leads ? resolvedTarget : address} replace />;
}
