import type { Account, AuthenticationType } from '@sarraf/domain/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { navigate } from '../../framework/navigation/history.ts';
import { queryClient } from '../queries/query-client.ts';
import { clearSession, deriveAccountStatus, logoutSilently } from './session.ts';
import { getToken, rereadToken, storeToken } from './token.ts';

vi.mock('../../framework/navigation/history.ts', () => ({ navigate: vi.fn() }));

const stored = new Map<string, string>();
const reload = vi.fn();
beforeEach(() => {
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'https:', reload });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  storeToken('mine', true);
});
afterEach(() => {
  stored.clear();
  rereadToken();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

test('signing out, even in another tab, removes all cached personal data', () => {
  const left = () =>
    [['account'], ['address-book'], ['prices', 'TOMAN']].map((key) => queryClient.getQueryData(key));
  const elsewhere = () => {
    stored.clear();
    rereadToken();
  };
  for (const end of [clearSession, elsewhere]) {
    storeToken('mine', true);
    for (const key of [['account'], ['address-book'], ['prices', 'TOMAN']])
      queryClient.setQueryData(key, 'kept');
    end();
    expect(left()).toEqual([undefined, undefined, 'kept']);
  }
});

test('an invalid session in this tab does not end another person’s session', () => {
  stored.set('sarraf.sign-in', 'theirs').set('sarraf.token', 'Bearer theirs');
  logoutSilently();
  clearSession();
  expect([stored.get('sarraf.token'), getToken()]).toEqual(['Bearer theirs', 'Bearer mine']);
  expect(navigate).not.toHaveBeenCalled();
  expect(reload).toHaveBeenCalled();
});

const of = (authenticationType: AuthenticationType) =>
  deriveAccountStatus({ authenticationType, customerKind: 'REAL', supervisor: false } as Account);

test('treats INFORMATION_CHANGED_PENDING as authorised on the account and login screens; the guard accepts AUTHORIZED alone', () => {
  const readings = (
    [
      'UNAUTHORIZED',
      'UNIDENTIFIED',
      'NOT_COMPLETE',
      'PENDING',
      'AUTHORIZED',
      'INFORMATION_CHANGED',
      'INFORMATION_CHANGED_PENDING',
    ] as const
  ).map((type) => [type, of(type).authorized, of(type).looksAuthorized]);
  expect(readings.filter(([, guard, screens]) => guard || screens)).toEqual([
    ['AUTHORIZED', true, true],
    ['INFORMATION_CHANGED_PENDING', false, true],
  ]);
});

test('reads pending, company and market maker states from the account; a visitor has none', () => {
  expect([of('PENDING').pending, of('AUTHORIZED').pending]).toEqual([true, false]);
  const company = { authenticationType: 'AUTHORIZED', customerKind: 'COMPANY', supervisor: true } as Account;
  expect(deriveAccountStatus(company)).toMatchObject({ company: true, supervisor: true });
  expect(Object.values(deriveAccountStatus(null))).toEqual([false, false, false, false, false]);
});
