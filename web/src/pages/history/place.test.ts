import { expect, it } from 'vitest';
import { historyKindOf, tabOf } from './place.ts';

const search = (text: string) => new URLSearchParams(text);

it('tabOf returns the list in the address', () => {
  expect(tabOf(search(''))).toBe('trades');
  expect(tabOf(search('tab=crypto'))).toBe('crypto');
  expect(tabOf(search('tab=deposits'))).toBe('toman');
  expect(tabOf(search('tab=nothing'))).toBe('trades');
});

it('historyKindOf returns deposits unless the address requests withdrawals', () => {
  expect(historyKindOf(search('tab=toman'))).toBe('deposit');
  expect(historyKindOf(search('tab=toman&kind=withdraw'))).toBe('withdraw');
  expect(historyKindOf(search('tab=toman&kind=nothing'))).toBe('deposit');
});
