import { expect, it } from 'vitest';
import { areAllDone, findDoneSteps } from './first-steps.ts';

const newcomer = {
  account: { twoStepAuthenticationType: 'EMAIL' as const },
  wallets: { TOMAN: { totalBalance: '0' } },
  movements: [],
  ordered: false,
};

it('findDoneSteps returns undefined until balances, movements and orders are loaded', () => {
  expect(findDoneSteps({ ...newcomer, wallets: undefined })).toBeUndefined();
  expect(findDoneSteps({ ...newcomer, ordered: undefined })).toBeUndefined();
});

it('findDoneSteps marks steps as done one by one', () => {
  expect(findDoneSteps(newcomer)).toEqual({ verify: true, deposit: false, trade: false, factor: false });
  // A person who has withdrawn everything has made a deposit.
  expect(findDoneSteps({ ...newcomer, movements: [{ kind: 'WITHDRAWAL' }] })?.deposit).toBe(true);
  expect(findDoneSteps({ ...newcomer, wallets: { TETHER: { totalBalance: '5' } } })?.deposit).toBe(true);
  const all = findDoneSteps({
    account: { twoStepAuthenticationType: 'GOOGLE_AUTHENTICATOR' },
    wallets: { TOMAN: { totalBalance: '1' } },
    movements: [{ kind: 'TRADE' }],
    ordered: true,
  });
  expect(all && areAllDone(all)).toBe(true);
});
