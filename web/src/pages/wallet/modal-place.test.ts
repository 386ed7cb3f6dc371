import { expect, it } from 'vitest';
import { modalOf, withModal } from './modal-place.ts';

const search = (text: string) => new URLSearchParams(text);

it('modalOf reads the open modal from the address', () => {
  expect(modalOf(search('deposit=BITCOIN'))).toEqual({ kind: 'deposit', coin: 'BITCOIN' });
  expect(modalOf(search('withdraw=TOMAN'))).toEqual({ kind: 'withdraw', coin: 'TOMAN' });
  expect(modalOf(search(''))).toBeNull();
});

it('modalOf returns none for an unknown coin, or for two modals in the address', () => {
  expect(modalOf(search('deposit=GOLD'))).toBeNull();
  expect(modalOf(search('deposit=BITCOIN&withdraw=BITCOIN'))).toBeNull();
});

it('withModal removes the counterpart of the opened modal, and keeps the other parameters', () => {
  const open = withModal(search('deposit=BITCOIN&q=1'), { kind: 'withdraw', coin: 'BITCOIN' });
  expect(open.toString()).toBe('q=1&withdraw=BITCOIN');
  expect(withModal(open, null).toString()).toBe('q=1');
});
