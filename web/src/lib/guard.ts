import type { Account } from '@sarraf/domain/contracts';
import { firstTexts } from '../i18n/messages.ts';
import { ApiFailure } from './api.ts';
import { showDialog } from './notices.ts';
import { pending } from './pending.ts';
import { type Guard, go } from './place.ts';
import { accountLevelsQuery, accountQuery, supportedCoinsQuery } from './queries.ts';
import { queryClient } from './query-client.ts';
import { logoutSilently, standing } from './session.ts';
import { isSignedIn } from './token.ts';

/** `person`: anyone signed in; `authorized`: after identity verification only. */
export type Needs = 'anyone' | 'person' | 'authorized';

export const LOGIN = '/login';
export const ACCOUNT = '/profile/account';
/** The return from a bank is public: payers of a company are visitors. */
const PERSONAL = /^\/profile(?!\/redirect-from-banks)(\/|$)/;
const AUTHORIZED = /^\/profile(\/(otc|wallet|walletEx|history|dashboard))?\/?$/;

export function needsOf(pathname: string): Needs {
  if (AUTHORIZED.test(pathname)) return 'authorized';
  return PERSONAL.test(pathname) ? 'person' : 'anyone';
}

/**
 * The route guard of specification §4, asked before every navigation: a visitor goes to /login instead; a person
 * who isn't authorised yet and opens an `authorized` page is told why and stays where they are.
 */
export const guardNavigation: Guard = (pathname, proceed) => {
  void loadOnce();
  const needs = needsOf(pathname);
  if (needs === 'anyone') return proceed();
  if (!isSignedIn()) return go(LOGIN, { state: { from: pathname } });
  if (needs === 'person') return proceed();
  const known = queryClient.getQueryData(accountQuery.queryKey);
  if (known) return judge(known, proceed);
  pending(queryClient.ensureQueryData(accountQuery)).then(
    (account) => judge(account, proceed),
    (error: unknown) => {
      if (error instanceof ApiFailure && error.httpStatus === 401) return logoutSilently();
      // The page itself says what went wrong and offers another try.
      proceed();
    },
  );
};

function judge(account: Account, proceed: () => void): void {
  if (standing(account).authorized) proceed();
  else explainRefusal(account, true);
}

/** Says why; with a way to the account page unless the person is sent there anyway. */
export function explainRefusal(account: Account, offerWay: boolean): void {
  const { guard, action } = firstTexts();
  showDialog({
    title: guard.title,
    text: standing(account).pending ? guard.pending : guard.text,
    ...(offerWay && { confirm: guard.confirm, cancel: action.cancel, onConfirm: () => go(ACCOUNT) }),
  });
}

/** Rules 1 and 2: the coins once, the person and the fee levels once per session; nobody waits for them here. */
async function loadOnce(): Promise<void> {
  await queryClient.prefetchQuery(supportedCoinsQuery);
  if (!isSignedIn()) return;
  await Promise.all([queryClient.prefetchQuery(accountQuery), queryClient.prefetchQuery(accountLevelsQuery)]);
}
