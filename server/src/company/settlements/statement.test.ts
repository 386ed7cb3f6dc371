import type { Settlement } from '@sarraf/domain/contracts';
import { expect, it } from 'vitest';
import { buildHeaderRows } from './statement.ts';

const NOON = '2026-11-22T08:30:00Z';
const settlement = {
  number: '7F',
  state: 'DONE',
  coinEntity: null,
  payments: 2,
  receipts: '300000',
  fromDateTime: NOON,
  toDateTime: NOON,
} as Settlement;

it('a statement that is cut to the file’s maximum states the number of all payments', () => {
  const listRemarks = (payments: number) =>
    buildHeaderRows('Shop', { ...settlement, payments }, 'en').filter(([first]) =>
      String(first).startsWith('The latest'),
    );
  expect(listRemarks(250_001)).toEqual([
    ['The latest 250000 of 250001 payments; the figures above cover all of them'],
  ]);
  expect(listRemarks(250_000)).toEqual([]);
});
