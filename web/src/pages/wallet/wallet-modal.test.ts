import { expect, it } from 'vitest';
import { parseWalletModal, setWalletModal } from './wallet-modal.ts';

const search = (text: string) => new URLSearchParams(text);

it('parseWalletModal reads the open modal from the address', () => {
  expect(parseWalletModal(search('deposit=BITCOIN'))).toEqual({ kind: 'deposit', coin: 'BITCOIN' });
  expect(parseWalletModal(search('withdraw=TOMAN'))).toEqual({ kind: 'withdraw', coin: 'TOMAN' });
  expect(parseWalletModal(search(''))).toBeNull();
});

it('parseWalletModal returns none for an unknown coin, or for two modals in the address', () => {
  expect(parseWalletModal(search('deposit=GOLD'))).toBeNull();
  expect(parseWalletModal(search('deposit=BITCOIN&withdraw=BITCOIN'))).toBeNull();
});

it('setWalletModal removes the counterpart of the opened modal, and keeps the other parameters', () => {
  const open = setWalletModal(search('deposit=BITCOIN&q=1'), { kind: 'withdraw', coin: 'BITCOIN' });
  expect(open.toString()).toBe('q=1&withdraw=BITCOIN');
  expect(setWalletModal(open, null).toString()).toBe('q=1');
});
