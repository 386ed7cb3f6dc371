import { percentText } from '@sarraf/domain';
import { expect, test } from 'vitest';
import { getFeeRate } from './wage.ts';

const shown = (...given: Parameters<typeof getFeeRate>) => percentText(getFeeRate(...given));
const levels = [
  { wagePercent: '0.4', wagePercentTether: '0.3' },
  { wagePercent: '0.35', wagePercentTether: '0.26' },
];

test('the fee is 0.4 % before anything is loaded, in either market', () => {
  expect([shown(null, undefined, 'TOMAN'), shown(null, undefined, 'TETHER')]).toEqual(['0.4', '0.4']);
});

test('a visitor is shown the fee that everybody begins with, of each market its own', () => {
  expect([shown(null, levels, 'TOMAN'), shown(null, levels, 'TETHER')]).toEqual(['0.4', '0.3']);
});

test('the fee is that of the level once it is known, of each market its own', () => {
  const silver = { fee: '0.35', feeTether: '0.26' };
  expect([shown(silver, levels, 'TOMAN'), shown(silver, levels, 'TETHER')]).toEqual(['0.35', '0.26']);
});
