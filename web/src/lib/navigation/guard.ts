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
/** What a market maker may not open (rule 3): nothing at present. */
const CLOSED_TO_SUPERVISORS: readonly RegExp[] = [];

/** The market that is shown where an address names none; Toman is for those who read Persian (requirements §2.13). */
export const firstMarketPath = (): string =>
  `/profile/trade/${getLanguage() === 'en' ? 'TETHER' : 'TOMAN'}/BITCOIN`;

/** Whether an address has both parameters of a market, and there is no such market. */
export function namesUnknownMarket(pathname: string): boolean {
  const [, quote, coin] = /^\/profile\/trade\/([^/]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  return coin !== undefined && parseMarket(`${coin}_${quote}`) === null;
}

/** Which market a trade page's address names; where to navigate instead where it names none (decideNavigation 4); null for any other page. */
export function resolveTradePath(pathname: string): ReturnType<typeof parseMarket> | string | null {
  if (!/^\/profile\/trade(\/|$)/.test(pathname)) return null;
  const [, quote, coin] = TRADE.exec(pathname) ?? [];
  const market = quote && coin ? parseMarket(`${coin}_${quote}`) : null;
  return market ?? firstMarketPath();
}

export type GuardDecision = 'proceed' | 'login' | 'closed' | 'unverified';

/** The rules of the guard for one page, in their order; `account` is null for a visitor. */
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

/** The route guard of requirements §4, asked before every navigation; who is refused stays where they are. */
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
  // Who the person is matters for no other page, and nobody waits for what doesn't matter.
  if (!known && accessOf(pathname) !== 'authorized' && CLOSED_TO_SUPERVISORS.length === 0) return proceed();
  // Nobody is refused for what was known a while ago: staff may have approved them meanwhile.
  trackPending(queryClient.fetchQuery(accountQuery)).then(
    (account) => judge(pathname, account, proceed),
    (error: unknown) => {
      if (error instanceof ApiError && error.httpStatus === 401) return logoutSilently();
      // The page itself says what went wrong and offers another try.
      proceed();
    },
  );
};

/** Rule 4: a market that is closed is not opened. Whatever else goes wrong, the page itself says. */
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

/** Says why a market isn't opened, and offers the first one, unless that is the one. */
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

/** Says why; with a way to the account page unless the person is sent there anyway. */
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

/** Rules 1 and 2: the coins once, the person and the fee levels once per session; nobody waits for them here. */
async function loadOnce(): Promise<void> {
  const once = { staleTime: Number.POSITIVE_INFINITY };
  await queryClient.prefetchQuery(supportedCoinsQuery(getLanguage()));
  if (!isSignedIn()) return;
  await Promise.all([
    queryClient.prefetchQuery({ ...accountQuery, ...once }),
    queryClient.prefetchQuery({ ...accountLevelsQuery(getLanguage()), ...once }),
  ]);
}
