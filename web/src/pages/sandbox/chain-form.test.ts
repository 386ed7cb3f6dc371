import { expect, it } from 'vitest';
import { parseBlockCount, validateFaucetDraft } from './chain-form.ts';

it('validateFaucetDraft requires an address and an amount that the coin can represent', () => {
  expect(validateFaucetDraft({ coin: 'BITCOIN', address: ' ', amount: '' })).toBe('NO_ADDRESS');
  expect(validateFaucetDraft({ coin: 'BITCOIN', address: 'bc1', amount: '0' })).toBe('NO_AMOUNT');
  expect(validateFaucetDraft({ coin: 'BITCOIN', address: 'bc1', amount: '0.000000001' })).toBe('NO_AMOUNT');
  expect(validateFaucetDraft({ coin: 'BITCOIN', address: 'bc1', amount: '0.5' })).toBeNull();
});

it('parseBlockCount accepts one to a hundred blocks', () => {
  expect(['', '0', '6', '1000'].map(parseBlockCount)).toEqual([1, 1, 6, 100]);
});
