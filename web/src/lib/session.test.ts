import type { Account, AuthenticationType } from '@sarraf/domain/contracts';
import { expect, test, vi } from 'vitest';
import { standing } from './session.ts';

vi.mock('./place.ts', () => ({ go: vi.fn() }));

const of = (authenticationType: AuthenticationType) =>
  standing({ authenticationType, customerKind: 'REAL', supervisor: false } as Account);

test('the account and login screens take INFORMATION_CHANGED_PENDING for authorised, the guard AUTHORIZED alone', () => {
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

test('who waits, who is a company and who is a market maker is told from the account; a visitor is none of it', () => {
  expect([of('PENDING').pending, of('AUTHORIZED').pending]).toEqual([true, false]);
  const shop = { authenticationType: 'AUTHORIZED', customerKind: 'COMPANY', supervisor: true } as Account;
  expect(standing(shop)).toMatchObject({ company: true, supervisor: true });
  expect(Object.values(standing(null))).toEqual([false, false, false, false, false]);
});
