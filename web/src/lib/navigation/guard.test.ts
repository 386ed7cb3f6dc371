import type { Account, AuthenticationType } from '@sarraf/domain/contracts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { messages } from '../../i18n/fa/index.ts';
import { type DialogNotice, showDialog } from '../notices.ts';
import { accountLevelsQuery, accountQuery, supportedCoinsQuery } from '../queries/queries.ts';
import { queryClient } from '../queries/query-client.ts';
import { clearToken, storeToken } from '../session/token.ts';
import { decideNavigation, guardNavigation, resolveTradePath } from './guard.ts';
import { type Guard, navigate } from './history.ts';
import { accessOf } from './route-record.ts';
import '../../routes.tsx';

vi.mock('../../i18n/messages.ts', () => ({ getInitialMessages: () => messages }));
vi.mock('./history.ts', () => ({ navigate: vi.fn() }));
vi.mock('../notices.ts', () => ({ showDialog: vi.fn() }));

const UNVERIFIED: AuthenticationType[] = [
  'UNAUTHORIZED',
  'UNIDENTIFIED',
  'NOT_COMPLETE',
  'PENDING',
  'INFORMATION_CHANGED',
  'INFORMATION_CHANGED_PENDING',
];
const person = (authenticationType: AuthenticationType, supervisor = false) =>
  ({ authenticationType, supervisor }) as Account;

let asked: string[] = [];
/** What the server answers to GET /users/account; undefined: that it failed. */
let account: Account | undefined;
/** The market that is not active. */
let closed: string | undefined;

beforeEach(() => {
  asked = [];
  account = undefined;
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (closed && address === `/api/markets/${closed}`) {
      return new Response(
        JSON.stringify({ status: 'CONFLICT', message: 'MARKET_IS_NOT_ACTIVE', errors: [] }),
        { status: 409 },
      );
    }
    if (!address.startsWith('/api/users/account?')) return new Response('{"baseDTO":{}}');
    return new Response(JSON.stringify({ baseDTO: account }), { status: account ? 200 : 500 });
  });
});
afterEach(() => {
  clearToken();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** True when the navigation goes on. */
async function opens(pathname: string): Promise<boolean> {
  const proceed = vi.fn<Parameters<Guard>[1]>();
  const outcomes = () => proceed.mock.calls.length + vi.mocked(navigate).mock.calls.length + dialogs().length;
  const before = outcomes();
  guardNavigation(pathname, proceed);
  await vi.waitFor(() => expect(outcomes()).toBeGreaterThan(before));
  return proceed.mock.calls.length === 1;
}
const dialogs = (): DialogNotice[] => vi.mocked(showDialog).mock.calls.map(([dialog]) => dialog);
const signedIn = (as: Account) => {
  account = as;
  storeToken('token', false);
};

describe('the route guard', () => {
  test('1: the supported coins are loaded once, whoever comes', async () => {
    await opens('/');
    await vi.waitFor(() =>
      expect(queryClient.getQueryData(supportedCoinsQuery('fa').queryKey)).toBeDefined(),
    );
    await opens('/wages');
    expect(asked).toEqual(['/api/coins/supporting-coins']);
  });

  test('2: with a token the person and the fee levels are loaded once per session', async () => {
    signedIn(person('AUTHORIZED'));
    await opens('/');
    await vi.waitFor(() => expect(queryClient.getQueryData(accountLevelsQuery('fa').queryKey)).toBeDefined());
    await vi.waitFor(() => expect(queryClient.getQueryData(accountQuery.queryKey)).toBeDefined());
    await opens('/profile/wallet');
    await opens('/profile/settings');
    expect(asked.filter((address) => address.startsWith('/api/users/account?'))).toHaveLength(1);
    expect(asked.filter((address) => address === '/api/users/account-levels')).toHaveLength(1);
  });

  test('3: what is closed to market makers is closed to them alone, and at present nothing is', () => {
    const closed = [/^\/profile\/otc$/];
    expect(decideNavigation('/profile/otc', person('AUTHORIZED', true), closed)).toBe('closed');
    expect(decideNavigation('/profile/wallet', person('AUTHORIZED', true), closed)).toBe('proceed');
    expect(decideNavigation('/profile/otc', person('AUTHORIZED'), closed)).toBe('proceed');
    expect(decideNavigation('/profile/otc', person('AUTHORIZED', true))).toBe('proceed');
  });

  test('4: a market opens for anyone, and one that is closed is said to be, and left', async () => {
    expect(decideNavigation('/profile/trade/TOMAN/BITCOIN', null)).toBe('proceed');
    expect(await opens('/profile/trade/TOMAN/BITCOIN')).toBe(true);
    closed = 'ETHEREUM_TETHER';
    expect(await opens('/profile/trade/TETHER/ETHEREUM')).toBe(false);
    const [dialog] = dialogs();
    expect(dialog).toMatchObject({
      title: messages.guard.inactiveMarket,
      text: messages.guard.inactiveMarketText,
      confirm: messages.guard.toBitcoin,
    });
    expect(navigate).not.toHaveBeenCalled();
    dialog?.onConfirm?.();
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/profile/trade/TOMAN/BITCOIN');
  });

  test('4: of the first market, when it is closed, nothing else is offered', async () => {
    closed = 'BITCOIN_TOMAN';
    expect(await opens('/profile/trade/TOMAN/BITCOIN')).toBe(false);
    expect(dialogs()).toEqual([
      { title: messages.guard.inactiveMarket, text: messages.guard.inactiveMarketText },
    ]);
    closed = undefined;
  });

  test.each(['/TOMAN/GOLD', '/BITCOIN/TOMAN', '/TETHER/TETHER', '/toman/bitcoin'])(
    '4: the unknown market %s is said to be one, and Bitcoin’s is offered',
    async (page) => {
      expect(await opens(`/profile/trade${page}`)).toBe(false);
      const [dialog] = dialogs();
      expect(dialog).toMatchObject({ title: messages.guard.unknownMarket, cancel: messages.action.cancel });
      expect(navigate).not.toHaveBeenCalled();
      dialog?.onConfirm?.();
      expect(navigate).toHaveBeenCalledExactlyOnceWith('/profile/trade/TOMAN/BITCOIN');
    },
  );

  test('4: both parameters are needed; else the first market is shown', async () => {
    const pages = ['', '/', '/TOMAN', '/TOMAN/BITCOIN/x'];
    for (const page of pages) {
      expect(resolveTradePath(`/profile/trade${page}`), page).toBe('/profile/trade/TOMAN/BITCOIN');
    }
    expect(resolveTradePath('/profile/trade/TOMAN/TETHER')).toEqual({ coin: 'TETHER', quote: 'TOMAN' });
    expect(resolveTradePath('/profile/trades')).toBeNull();
    expect(await opens('/profile/trade')).toBe(false);
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/profile/trade/TOMAN/BITCOIN');
  });

  test('5: an authorised person goes everywhere', async () => {
    signedIn(person('AUTHORIZED'));
    for (const page of ['/profile', '/profile/otc', '/profile/wallet', '/profile/history', '/markets']) {
      expect(await opens(page), page).toBe(true);
    }
    expect(dialogs()).toEqual([]);
  });

  test.each(UNVERIFIED)('5: %s is told why on five pages and stays; other pages open', async (type) => {
    for (const page of ['history', 'history/statements', 'wallet', 'dashboard', 'walletEx', 'otc']) {
      expect(decideNavigation(`/profile/${page}`, person(type)), page).toBe('unverified');
    }
    for (const page of ['account', 'settings', 'invite', 'fino-verifying', 'redirect-from-banks']) {
      expect(decideNavigation(`/profile/${page}`, person(type)), page).toBe('proceed');
    }
    signedIn(person(type));
    expect(await opens('/profile/account')).toBe(true);
    expect(await opens('/profile/wallet')).toBe(false);
    expect(dialogs()).toHaveLength(1);
    expect(navigate).not.toHaveBeenCalled();
  });

  test('5: the dialog leads to the account page, and cancelling it leaves the person where they are', async () => {
    signedIn(person('NOT_COMPLETE'));
    await opens('/profile/wallet');
    const [dialog] = dialogs();
    expect(dialog).toMatchObject({ title: messages.guard.title, cancel: messages.action.cancel });
    expect(navigate).not.toHaveBeenCalled();
    dialog?.onConfirm?.();
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/profile/account');
  });

  test('5: the words fit the state: a review, or information that was changed', async () => {
    signedIn(person('PENDING'));
    await opens('/profile/otc');
    queryClient.clear();
    signedIn(person('INFORMATION_CHANGED_PENDING'));
    await opens('/profile/otc');
    expect(dialogs().map(({ title, text }) => [title, text])).toEqual([
      [messages.guard.pendingTitle, messages.guard.pending],
      [messages.guard.changedTitle, messages.guard.changed],
    ]);
  });

  test('5: nobody is refused for a state that is no longer theirs', async () => {
    signedIn(person('AUTHORIZED'));
    queryClient.setQueryData(accountQuery.queryKey, person('PENDING'), { updatedAt: 1 });
    expect(await opens('/profile/wallet')).toBe(true);
  });

  test('6: without a token personal pages and the back office lead to the login, others open', async () => {
    const personal = ['', '/account', '/otc', '/history', '/wallet', '/invite', '/settings', '/dashboard'];
    for (const page of [...personal.map((end) => `/profile${end}`), '/backoffice', '/backoffice/people/1']) {
      expect(decideNavigation(page, null), page).toBe('login');
    }
    for (const page of ['/', '/markets', '/market/TRON/TOMAN', '/profile/redirect-from-banks', '/profiles']) {
      expect(decideNavigation(page, null), page).toBe('proceed');
    }
    expect(await opens('/profile/wallet')).toBe(false);
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/login', { state: { from: '/profile/wallet' } });
  });

  test('the back office asks for a signed-in person; their roles are for the server to judge', () => {
    expect(accessOf('/backoffice/audit')).toBe('person');
    expect(decideNavigation('/backoffice', person('NOT_COMPLETE'))).toBe('proceed');
  });

  test('when the person can not be loaded, the page itself says so', async () => {
    storeToken('token', false);
    expect(await opens('/profile/account')).toBe(true);
    expect(await opens('/profile/wallet')).toBe(true);
  });
});
