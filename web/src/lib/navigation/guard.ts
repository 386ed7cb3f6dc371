import { marketType, parseMarket } from '@sarraf/domain';
import type { Account } from '@sarraf/domain/contracts';
import { getLanguage } from '../../i18n/language.ts';
import { getInitialMessages } from '../../i18n/messages.ts';
import { ApiError } from '../api/api.ts';
import { trackPending } from '../loading/pending.ts';
import { showDialog } from '../notices.ts';
import {
  accountLevelsQuery,
  accountQuery,
  isInactive,
  marketQuery,
  supportedCoinsQuery,
} from '../queries/queries.ts';
import { queryClient } from '../queries/query-client.ts';
import { deriveAccountStatus, logoutSilently } from '../session/session.ts';
import { isSignedIn } from '../session/token.ts';
import { type Guard, navigate } from './history.ts';
import { accessOf } from './route-record.ts';

export const LOGIN = '/login';
export const ACCOUNT = '/profile/account';
type MarketKey = NonNullable<ReturnType<typeof parseMarket>>;
const TRADE = /^\/profile\/trade(?:\/([A-Z_]+))?(?:\/([A-Z_]+))?\/?$/;
/** Pages closed to market makers (rule 3): currently none. */
const CLOSED_TO_SUPERVISORS: readonly RegExp[] = [];

/** The market shown when an address contains none; Toman is for Persian readers (requirements §2.13). */
export const firstMarketPath = (): string =>
  `/profile/trade/${getLanguage() === 'en' ? 'TETHER' : 'TOMAN'}/BITCOIN`;

/** Whether an address has both parameters of a market but no such market exists. */
export function namesUnknownMarket(pathname: string): boolean {
  const [, quote, coin] = /^\/profile\/trade\/([^/]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  return coin !== undefined && parseMarket(`${coin}_${quote}`) === null;
}

/**
 * Returns the market of a trade page's address; the path to navigate to if it names none (rule 4); null for any
 * other page.
 */
export function resolveTradePath(pathname: string): ReturnType<typeof parseMarket> | string | null {
  if (!/^\/profile\/trade(\/|$)/.test(pathname)) return null;
  const [, quote, coin] = TRADE.exec(pathname) ?? [];
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
  const access = accessOf(pathname);
  if (account === null) return access === 'anyone' ? 'proceed' : 'login';
  if (account.supervisor && closed.some((route) => route.test(pathname))) return 'closed';
  return access === 'authorized' && account.authenticationType !== 'AUTHORIZED' ? 'unverified' : 'proceed';
}

/**
 * The route guard of requirements §4, called before every navigation; a refused navigation stays on the current
 * page.
 */
export const guardNavigation: Guard = (pathname, proceed, search = '') => {
  void loadOnce();
  if (namesUnknownMarket(pathname)) {
    const { guard } = getInitialMessages();
    return offerFirstMarket(guard.unknownMarket, guard.unknownMarketText);
  }
  const trade = resolveTradePath(pathname);
  if (trade) return openMarket(trade, proceed);
  if (!isSignedIn()) {
    if (decideNavigation(pathname, null) === 'login') navigate(LOGIN, { state: { from: pathname + search } });
    else proceed();
    return;
  }
  const known = queryClient.getQueryData(accountQuery.queryKey);
  if (known && decideNavigation(pathname, known) === 'proceed') return proceed();
  // No other page depends on the account, so the navigation doesn't wait for it.
  if (!known && accessOf(pathname) !== 'authorized' && CLOSED_TO_SUPERVISORS.length === 0) return proceed();
  // Cached data must not refuse anyone: staff may have approved them in the meantime.
  trackPending(queryClient.fetchQuery(accountQuery)).then(
    (account) => judge(pathname, account, proceed),
    (error: unknown) => {
      if (error instanceof ApiError && error.httpStatus === 401) return logoutSilently();
      // The page itself shows the error and offers a retry.
      proceed();
    },
  );
};

/** Rule 4: a closed market is not opened. Any other error is shown by the page itself. */
function openMarket(place: NonNullable<ReturnType<typeof resolveTradePath>>, proceed: () => void): void {
  if (typeof place === 'string') return navigate(place);
  trackPending(queryClient.fetchQuery(marketQuery(marketType(place.coin, place.quote)))).then(
    proceed,
    (error: unknown) => {
      const { guard } = getInitialMessages();
      if (isInactive(error)) offerFirstMarket(guard.inactiveMarket, guard.inactiveMarketText, place);
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

function judge(pathname: string, account: Account, proceed: () => void): void {
  const ruling = decideNavigation(pathname, account);
  if (ruling === 'proceed') proceed();
  else if (ruling === 'closed') showDialog({ title: getInitialMessages().guard.closed });
  else explainRefusal(account, true);
}

/** Explains the refusal; with a link to the account page unless the person is redirected there anyway. */
export function explainRefusal(account: Account, offerWay: boolean): void {
  const { guard, action } = getInitialMessages();
  const changed = account.authenticationType.startsWith('INFORMATION_CHANGED');
  const { pending } = deriveAccountStatus(account);
  showDialog({
    title: changed ? guard.changedTitle : pending ? guard.pendingTitle : guard.title,
    text: changed ? guard.changed : pending ? guard.pending : guard.text,
    ...(offerWay && { confirm: guard.confirm, cancel: action.cancel, onConfirm: () => navigate(ACCOUNT) }),
  });
}

/** Rules 1 and 2: loads the coins once, the account and the fee levels once per session, in the background. */
async function loadOnce(): Promise<void> {
  const once = { staleTime: Number.POSITIVE_INFINITY };
  await queryClient.prefetchQuery(supportedCoinsQuery(getLanguage()));
  if (!isSignedIn()) return;
  await Promise.all([
    queryClient.prefetchQuery({ ...accountQuery, ...once }),
    queryClient.prefetchQuery({ ...accountLevelsQuery(getLanguage()), ...once }),
  ]);
}
