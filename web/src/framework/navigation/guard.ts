import { formatMarketType, parseMarket } from '@sarraf/domain';
import type { Account } from '@sarraf/domain/contracts';
import { ApiError } from '../../lib/api/api.ts';
import { showDialog } from '../../lib/notices.ts';
import {
  accountLevelsQuery,
  accountQuery,
  isMarketInactive,
  marketQuery,
  supportedCoinsQuery,
} from '../../lib/queries/queries.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { deriveAccountStatus, logoutSilently } from '../../lib/session/session.ts';
import { isSignedIn } from '../../lib/session/token.ts';
import { getLanguage } from '../i18n/language.ts';
import { getInitialMessages } from '../i18n/messages.ts';
import { trackPending } from '../loading/pending.ts';
import { type Guard, navigate } from './history.ts';
import { getRouteAccess } from './route-record.ts';

export const LOGIN_PATH = '/login';
export const ACCOUNT_PATH = '/profile/account';
type MarketKey = NonNullable<ReturnType<typeof parseMarket>>;
const TRADE_PATH_PATTERN = /^\/profile\/trade(?:\/([A-Z_]+))?(?:\/([A-Z_]+))?\/?$/;
/** Pages closed to market makers (rule 3): currently none. */
const CLOSED_TO_SUPERVISORS: readonly RegExp[] = [];

/** The market shown when an address contains none; Toman is for Persian readers (requirements §2.13). */
export const firstMarketPath = (): string =>
  `/profile/trade/${getLanguage() === 'en' ? 'TETHER' : 'TOMAN'}/BITCOIN`;

/** Whether an address has both parameters of a market but no such market exists. */
export function isUnknownMarketPath(pathname: string): boolean {
  const [, quote, coin] = /^\/profile\/trade\/([^/]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  return coin !== undefined && parseMarket(`${coin}_${quote}`) === null;
}

/**
 * Returns the market of a trade page's address; the path to navigate to if it names none (rule 4); null for any
 * other page.
 */
export function resolveTradePath(pathname: string): ReturnType<typeof parseMarket> | string | null {
  if (!/^\/profile\/trade(\/|$)/.test(pathname)) return null;
  const [, quote, coin] = TRADE_PATH_PATTERN.exec(pathname) ?? [];
  const market = quote && coin ? parseMarket(`${coin}_${quote}`) : null;
  return market ?? firstMarketPath();
}

export type GuardDecision = 'proceed' | 'login' | 'closed' | 'unverified';

/** Decides the guard's rules for one page, in their order; `account` is null for a visitor. */
export function decideNavigation(
  pathname: string,
  account: Pick<Account, 'authenticationType' | 'supervisor'> | null,
  closed: readonly RegExp[] = CLOSED_TO_SUPERVISORS,
): GuardDecision {
  const access = getRouteAccess(pathname);
  if (account === null) return access === 'anyone' ? 'proceed' : 'login';
  if (account.supervisor && closed.some((route) => route.test(pathname))) return 'closed';
  return access === 'authorized' && account.authenticationType !== 'AUTHORIZED' ? 'unverified' : 'proceed';
}

/**
 * The route guard of requirements §4, called before every navigation; a refused navigation stays on the current
 * page.
 */
export const guardNavigation: Guard = (pathname, proceed, search = '') => {
  void preloadData();
  if (isUnknownMarketPath(pathname)) {
    const { guard } = getInitialMessages();
    return offerFirstMarket(guard.unknownMarket, guard.unknownMarketText);
  }
  const market = resolveTradePath(pathname);
  if (market) return openMarket(market, proceed);
  if (!isSignedIn()) {
    if (decideNavigation(pathname, null) === 'login')
      navigate(LOGIN_PATH, { state: { from: pathname + search } });
    else proceed();
    return;
  }
  const cachedAccount = queryClient.getQueryData(accountQuery.queryKey);
  if (cachedAccount && decideNavigation(pathname, cachedAccount) === 'proceed') return proceed();
  // No other page depends on the account, so the navigation doesn't wait for it.
  if (!cachedAccount && getRouteAccess(pathname) !== 'authorized' && CLOSED_TO_SUPERVISORS.length === 0)
    return proceed();
  // Cached data must not refuse anyone: staff may have approved them in the meantime.
  trackPending(queryClient.fetchQuery(accountQuery)).then(
    (account) => applyDecision(pathname, account, proceed),
    (error: unknown) => {
      if (error instanceof ApiError && error.httpStatus === 401) return logoutSilently();
      // The page itself shows the error and offers a retry.
      proceed();
    },
  );
};

/** Rule 4: a closed market is not opened. Any other error is shown by the page itself. */
function openMarket(market: NonNullable<ReturnType<typeof resolveTradePath>>, proceed: () => void): void {
  if (typeof market === 'string') return navigate(market);
  trackPending(queryClient.fetchQuery(marketQuery(formatMarketType(market.coin, market.quote)))).then(
    proceed,
    (error: unknown) => {
      const { guard } = getInitialMessages();
      if (isMarketInactive(error)) offerFirstMarket(guard.inactiveMarket, guard.inactiveMarketText, market);
      else proceed();
    },
  );
}

/** Explains why a market isn't opened and offers the first market, unless that is the closed one. */
function offerFirstMarket(title: string, text: string, closed?: MarketKey): void {
  const { guard, action } = getInitialMessages();
  const first = firstMarketPath();
  const isFirst = closed !== undefined && first === `/profile/trade/${closed.quote}/${closed.coin}`;
  showDialog({
    title,
    text,
    ...(!isFirst && { confirm: guard.toBitcoin, cancel: action.cancel, onConfirm: () => navigate(first) }),
  });
}

function applyDecision(pathname: string, account: Account, proceed: () => void): void {
  const decision = decideNavigation(pathname, account);
  if (decision === 'proceed') proceed();
  else if (decision === 'closed') showDialog({ title: getInitialMessages().guard.closed });
  else explainRefusal(account, true);
}

/** Explains the refusal; with a link to the account page unless the person is redirected there anyway. */
export function explainRefusal(account: Account, offerLink: boolean): void {
  const { guard, action } = getInitialMessages();
  const changed = account.authenticationType.startsWith('INFORMATION_CHANGED');
  const { pending } = deriveAccountStatus(account);
  showDialog({
    title: changed ? guard.changedTitle : pending ? guard.pendingTitle : guard.title,
    text: changed ? guard.changed : pending ? guard.pending : guard.text,
    ...(offerLink && {
      confirm: guard.confirm,
      cancel: action.cancel,
      onConfirm: () => navigate(ACCOUNT_PATH),
    }),
  });
}

/** Rules 1 and 2: loads the coins once, the account and the fee levels once per session, in the background. */
async function preloadData(): Promise<void> {
  const freshForever = { staleTime: Number.POSITIVE_INFINITY };
  await queryClient.prefetchQuery(supportedCoinsQuery(getLanguage()));
  if (!isSignedIn()) return;
  await Promise.all([
    queryClient.prefetchQuery({ ...accountQuery, ...freshForever }),
    queryClient.prefetchQuery({ ...accountLevelsQuery(getLanguage()), ...freshForever }),
  ]);
}
