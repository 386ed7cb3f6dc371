import { percentText } from '@sarraf/domain';
import { expect, test } from 'vitest';
import { getFeeRate } from './fee-rate.ts';

const formatRate = (...args: Parameters<typeof getFeeRate>) => percentText(getFeeRate(...args));
const levels = [
  { wagePercent: '0.4', wagePercentTether: '0.3' },
  { wagePercent: '0.35', wagePercentTether: '0.26' },
];

test('returns a fee of 0.4 % in either market before anything is loaded', () => {
  expect([formatRate(null, undefined, 'TOMAN'), formatRate(null, undefined, 'TETHER')]).toEqual([
    '0.4',
    '0.4',
  ]);
});

test('returns a visitor the fee of the first level, separately for each market', () => {
  expect([formatRate(null, levels, 'TOMAN'), formatRate(null, levels, 'TETHER')]).toEqual(['0.4', '0.3']);
});

test('returns the fee of the person’s level once it is known, separately for each market', () => {
  const silver = { fee: '0.35', feeTether: '0.26' };
  expect([formatRate(silver, levels, 'TOMAN'), formatRate(silver, levels, 'TETHER')]).toEqual([
    '0.35',
    '0.26',
  ]);
});
