import type { CompanyPayment, Settlement } from '@sarraf/domain/contracts';
import { expect, it } from 'vitest';
import { sheetOf } from './statement.ts';

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
const payment = { number: '1A', amount: '100000', createdAtDateTime: NOON } as CompanyPayment;

it('a statement of more payments than a file holds says how many of them it has', () => {
  const said = (payments: CompanyPayment[]) =>
    sheetOf('Shop', settlement, payments, 'en').filter(([first]) => first?.startsWith('The newest'));
  expect(said([payment])).toEqual([['The newest 1 of 2 payments; the figures above are of all of them']]);
  expect(said([payment, payment])).toEqual([]);
});
