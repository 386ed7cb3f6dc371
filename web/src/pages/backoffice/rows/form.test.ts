import type { BusinessRow } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import { parseRowValues, validateDraft } from './form.ts';

const row = (key: string, values: BusinessRow['values']): BusinessRow => ({
  key,
  version: 3,
  values,
  last: null,
  waiting: null,
});
const network = row('TETHER.TRC20', {
  depositEnabled: true,
  withdrawEnabled: true,
  withdrawalFee: '1.50',
  minWithdraw: '5.00',
  maxWithdraw: '200000.00',
  confirmations: 19,
  minDeposit: '1.00',
});
const levels = [
  row('SILVER', { tradeAmount: '100', wage: '0.35', wageTether: '0.26' }),
  row('GOLD', { tradeAmount: '500', wage: '0.3', wageTether: '0.22' }),
];

describe('validateDraft', () => {
  it('a draft equal to the saved row has no changes, whatever its number format', () => {
    const draft = { withdrawalFee: '1.5', confirmations: '19', depositEnabled: true };
    expect(validateDraft('network', network, draft, [network])).toEqual({
      changes: {},
      errors: {},
      loose: false,
      offOnly: true,
    });
  });

  it('returns only changed fields, a count as a number', () => {
    const draft = { withdrawalFee: '2', confirmations: '20', minDeposit: '1' };
    expect(validateDraft('network', network, draft, [network])).toMatchObject({
      changes: { withdrawalFee: '2', confirmations: 20 },
      errors: {},
      loose: false,
      offOnly: false,
    });
  });

  it('returns errors by field', () => {
    const draft = { withdrawalFee: '', confirmations: '0', minWithdraw: '300000' };
    expect(validateDraft('network', network, draft, [network]).errors).toEqual({
      withdrawalFee: 'UNREADABLE',
      confirmations: 'TOO_LOW',
      minWithdraw: 'MIN_ABOVE_MAX',
      maxWithdraw: 'MIN_ABOVE_MAX',
    });
  });

  it('returns whether a second admin is needed, and restricts the treasury to switching off', () => {
    expect(validateDraft('network', network, { confirmations: '18' }, [network]).loose).toBe(true);
    expect(validateDraft('network', network, { depositEnabled: false }, [network])).toMatchObject({
      loose: false,
      offOnly: true,
    });
  });

  it('allows switching off a row that has an invalid value', () => {
    const bad = row('TETHER.TRC20', { ...network.values, withdrawalFee: '5.00' });
    expect(validateDraft('network', bad, { depositEnabled: false }, [bad]).errors).toEqual({});
    expect(validateDraft('network', bad, { minDeposit: '2' }, [bad]).errors).toEqual({
      withdrawalFee: 'FEE',
    });
  });

  it('validates a level against the other levels', () => {
    const [, gold] = levels;
    if (!gold) throw new Error('no gold');
    expect(validateDraft('level', gold, { tradeAmount: '100', wage: '0.36' }, levels).errors).toEqual({
      tradeAmount: 'ASCENDING',
      wage: 'DESCENDING',
    });
  });
});

it('parses a row as the server wrote it', () => {
  expect(parseRowValues('network', network)).toMatchObject({ withdrawalFee: 1_500_000n, depositEnabled: 1n });
});
