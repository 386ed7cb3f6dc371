import { expect, it } from 'vitest';
import { findDoneSteps, isAnyLeft } from './first-steps.ts';

const newcomer = {
  account: { twoStepAuthenticationType: 'EMAIL' as const },
  wallets: { TOMAN: { totalBalance: '0' } },
  movements: [],
  ordered: false,
};

const loading = { ...newcomer, wallets: undefined, movements: undefined, ordered: undefined };

it('findDoneSteps leaves a step unknown until the data that decide it are loaded', () => {
  const unknown = { verify: true, deposit: undefined, trade: undefined, factor: false };
  expect(findDoneSteps(loading)).toEqual(unknown);
  expect(findDoneSteps({ ...loading, wallets: newcomer.wallets, ordered: false })).toEqual(unknown);
  // One of two is enough to know that a step is done.
  expect(findDoneSteps({ ...loading, movements: [{ kind: 'TRADE' }] })).toEqual({
    ...unknown,
    deposit: true,
    trade: true,
  });
});

it('isAnyLeft shows the steps as soon as one is known to be left', () => {
  expect(isAnyLeft(findDoneSteps(loading))).toBe(true);
  expect(isAnyLeft(findDoneSteps({ ...loading, account: null }))).toBe(false);
  const account = { twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR' as const };
  expect(isAnyLeft(findDoneSteps({ ...loading, account }))).toBe(false);
  expect(isAnyLeft(findDoneSteps({ ...newcomer, account }))).toBe(true);
});

it('findDoneSteps marks steps as done one by one', () => {
  expect(findDoneSteps(newcomer)).toEqual({ verify: true, deposit: false, trade: false, factor: false });
  // A person who has withdrawn everything has made a deposit.
  expect(findDoneSteps({ ...newcomer, movements: [{ kind: 'WITHDRAWAL' }] }).deposit).toBe(true);
  expect(findDoneSteps({ ...newcomer, wallets: { TETHER: { totalBalance: '5' } } }).deposit).toBe(true);
  const all = findDoneSteps({
    account: { twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR' },
    wallets: { TOMAN: { totalBalance: '1' } },
    movements: [{ kind: 'TRADE' }],
    ordered: true,
  });
  expect(isAnyLeft(all)).toBe(false);
});
