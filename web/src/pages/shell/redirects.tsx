import { Redirect, useLocation, useParams } from '../../framework/navigation/router.tsx';

/** The bank's short address redirects to the page, with the payment in it (requirements §2.1). */
export function RedirectToBankReturn() {
  const { search } = useLocation();
  return <Redirect to={`/profile/redirect-from-banks${search}`} />;
}

/** The alternative address of a market's page: quote first, then the coin (requirements §2.3). */
export function RedirectToTrade() {
  const { tradeTo = '', tradeFrom = '' } = useParams();
  return <Redirect to={`/profile/trade/${tradeTo}/${tradeFrom}`} />;
}
