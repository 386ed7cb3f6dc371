import { percentText } from '@sarraf/domain';
import { expect, test } from 'vitest';
import { wageOf } from './wage.ts';

const shown = (...given: Parameters<typeof wageOf>) => percentText(wageOf(...given));

test('the fee is 0.4 % before the level is loaded, in either market', () => {
  expect([shown(null, 'TOMAN'), shown(null, 'TETHER')]).toEqual(['0.4', '0.4']);
});

test('the fee is that of the level once it is known, of each market its own', () => {
  const silver = { fee: '0.35', feeTether: '0.26' };
  expect([shown(silver, 'TOMAN'), shown(silver, 'TETHER')]).toEqual(['0.35', '0.26']);
});
