import type { Reserve } from '@sarraf/domain/contracts';
import { expect, it } from 'vitest';
import { computeColdMove } from './cold-move.ts';

const reserve = (changes: Partial<Reserve> = {}): Reserve =>
  ({ relatedCoin: 'BITCOIN', hot: '1.50000000', coldAddress: 'bc1qcold', ...changes }) as Reserve;

it('computeColdMove calculates the remaining hot amount to the last digit', () => {
  expect(computeColdMove(reserve(), '0.4')).toEqual({ error: null, left: '1.10000000' });
  expect(computeColdMove(reserve(), '1.5')).toEqual({ error: null, left: '0.00000000' });
  expect(computeColdMove(reserve({ relatedCoin: 'ETHEREUM', hot: '2' }), '0.000000000000000001').left).toBe(
    '1.999999999999999999',
  );
});

it.each([
  ['1.50000001', {}, 'moreThanHot'],
  ['', {}, 'amountNeeded'],
  ['0', {}, 'amountNeeded'],
  ['0.000000001', {}, 'amountNeeded'],
  ['1', { coldAddress: null }, 'noCold'],
] as const)('computeColdMove refuses %s', (amount, changes, error) => {
  expect(computeColdMove(reserve(changes), amount)).toEqual({ error, left: null });
});

it('computeColdMove leaves the check to the server if the node’s balance is unknown', () => {
  expect(computeColdMove(reserve({ hot: null }), '1')).toEqual({ error: null, left: null });
});
