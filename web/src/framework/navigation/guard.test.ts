import type { Account, AuthenticationType } from '@sarraf/domain/contracts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type DialogNotice, showDialog } from '../../lib/notices.ts';
import { accountLevelsQuery, accountQuery, supportedCoinsQuery } from '../../lib/queries/queries.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { clearToken, storeToken } from '../../lib/session/token.ts';
import { messages } from '../i18n/fa/index.ts';
import { applyLanguage } from '../i18n/language.ts';
import { decideNavigation, guardNavigation, resolveTradePath } from './guard.ts';
import { type Guard, navigate } from './history.ts';
import { getRouteAccess } from './route-record.ts';
import '../../routes.tsx';

vi.mock('../i18n/messages.ts', () => ({ getInitialMessages: () => messages }));
vi.mock('./history.ts', () => ({ navigate: vi.fn() }));
vi.mock('../../lib/notices.ts', () => ({ showDialog: vi.fn() }));

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

let requests: string[] = [];
/** The server's reply to GET /users/account; undefined: the request fails. */
let account: Account | undefined;
/** The market that is not active. */
let closed: string | undefined;

beforeEach(() => {
  requests = [];
  account = undefined;
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
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

/** True if the guard lets the navigation proceed. */
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
  test('rule 1: loads the supported coins once, for visitors and users alike', async () => {
    await opens('/');
    await vi.waitFor(() =>
      expect(queryClient.getQueryData(supportedCoinsQuery('fa').queryKey)).toBeDefined(),
    );
    await opens('/wages');
    expect(requests).toEqual(['/api/coins/supporting-coins']);
  });

  test('rule 2: loads the account and the fee levels once per session when there is a token', async () => {
    signedIn(person('AUTHORIZED'));
    await opens('/');
    await vi.waitFor(() => expect(queryClient.getQueryData(accountLevelsQuery('fa').queryKey)).toBeDefined());
    await vi.waitFor(() => expect(queryClient.getQueryData(accountQuery.queryKey)).toBeDefined());
    await opens('/profile/wallet');
    await opens('/profile/settings');
    expect(requests.filter((address) => address.startsWith('/api/users/account?'))).toHaveLength(1);
    expect(requests.filter((address) => address === '/api/users/account-levels')).toHaveLength(1);
  });

  test('rule 3: pages closed to market makers are closed to them alone; currently there are none', () => {
    const closed = [/^\/profile\/otc$/];
    expect(decideNavigation('/profile/otc', person('AUTHORIZED', true), closed)).toBe('closed');
    expect(decideNavigation('/profile/wallet', person('AUTHORIZED', true), closed)).toBe('proceed');
    expect(decideNavigation('/profile/otc', person('AUTHORIZED'), closed)).toBe('proceed');
    expect(decideNavigation('/profile/otc', person('AUTHORIZED', true))).toBe('proceed');
  });

  test('rule 4: opens a market for anyone, and explains why a closed market is not opened', async () => {
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

  test('rule 4: offers no other market when the first market is the closed one', async () => {
    closed = 'BITCOIN_TOMAN';
    expect(await opens('/profile/trade/TOMAN/BITCOIN')).toBe(false);
    expect(dialogs()).toEqual([
      { title: messages.guard.inactiveMarket, text: messages.guard.inactiveMarketText },
    ]);
    closed = undefined;
  });

  test.each(['/TOMAN/GOLD', '/BITCOIN/TOMAN', '/TETHER/TETHER', '/toman/bitcoin'])(
    'rule 4: reports the unknown market %s as unknown and offers Bitcoin’s market',
    async (page) => {
      expect(await opens(`/profile/trade${page}`)).toBe(false);
      const [dialog] = dialogs();
      expect(dialog).toMatchObject({ title: messages.guard.unknownMarket, cancel: messages.action.cancel });
      expect(navigate).not.toHaveBeenCalled();
      dialog?.onConfirm?.();
      expect(navigate).toHaveBeenCalledExactlyOnceWith('/profile/trade/TOMAN/BITCOIN');
    },
  );

  test('rule 4: shows the first market unless the address has both parameters', async () => {
    const pages = ['', '/', '/TOMAN', '/TOMAN/BITCOIN/x'];
    for (const page of pages) {
      expect(resolveTradePath(`/profile/trade${page}`), page).toBe('/profile/trade/TOMAN/BITCOIN');
    }
    expect(resolveTradePath('/profile/trade/TOMAN/TETHER')).toEqual({ coin: 'TETHER', quote: 'TOMAN' });
    expect(resolveTradePath('/profile/trades')).toBeNull();
    expect(await opens('/profile/trade')).toBe(false);
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/profile/trade/TOMAN/BITCOIN');
  });

  test('rule 4: in English the first market is Bitcoin’s against Tether', () => {
    vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en', dir: 'ltr' } });
    applyLanguage('en');
    onTestFinished(() => applyLanguage('fa'));
    expect(resolveTradePath('/profile/trade')).toBe('/profile/trade/TETHER/BITCOIN');
    expect(resolveTradePath('/profile/trade/TOMAN/BITCOIN')).toEqual({ coin: 'BITCOIN', quote: 'TOMAN' });
  });

  test('rule 5: lets an authorised person open every page', async () => {
    signedIn(person('AUTHORIZED'));
    for (const page of ['/profile', '/profile/otc', '/profile/wallet', '/profile/history', '/markets']) {
      expect(await opens(page), page).toBe(true);
    }
    expect(dialogs()).toEqual([]);
  });

  test.each(UNVERIFIED)(
    'rule 5: explains to %s on five pages why they stay, and opens other pages',
    async (type) => {
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
    },
  );

  test('rule 5: the dialog leads to the account page, and cancelling it stays on the page', async () => {
    signedIn(person('NOT_COMPLETE'));
    await opens('/profile/wallet');
    const [dialog] = dialogs();
    expect(dialog).toMatchObject({ title: messages.guard.title, cancel: messages.action.cancel });
    expect(navigate).not.toHaveBeenCalled();
    dialog?.onConfirm?.();
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/profile/account');
  });

  test('rule 5: the text matches the state: a pending review, or changed information', async () => {
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

  test('rule 5: reloads the account before refusing, in case its state has changed', async () => {
    signedIn(person('AUTHORIZED'));
    queryClient.setQueryData(accountQuery.queryKey, person('PENDING'), { updatedAt: 1 });
    expect(await opens('/profile/wallet')).toBe(true);
  });

  test('rule 6: leads from personal pages and the back office to the login without a token, and opens other pages', async () => {
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

  test('opens the back office for any signed-in person; the server checks their roles', () => {
    expect(getRouteAccess('/backoffice/audit')).toBe('person');
    expect(decideNavigation('/backoffice', person('NOT_COMPLETE'))).toBe('proceed');
  });

  test('opens the page, which shows the error itself, when the account can not be loaded', async () => {
    storeToken('token', false);
    expect(await opens('/profile/account')).toBe(true);
    expect(await opens('/profile/wallet')).toBe(true);
  });
});
