import { expect, it } from 'vitest';
import { kindOf, kindsOf, tabOf } from './place.ts';

const search = (text: string) => new URLSearchParams(text);

it('opens the list that the address names', () => {
  expect(tabOf(search(''))).toBe('trades');
  expect(tabOf(search('tab=crypto'))).toBe('crypto');
  expect(tabOf(search('tab=deposits'))).toBe('toman');
  expect(tabOf(search('tab=nothing'))).toBe('trades');
});

it('a company sees the deposits of Toman alone', () => {
  const withdraw = search('tab=toman&kind=withdraw');
  expect(kindOf(withdraw, kindsOf('toman', false))).toBe('withdraw');
  expect(kindOf(withdraw, kindsOf('toman', true))).toBe('deposit');
  expect(kindOf(withdraw, kindsOf('crypto', true))).toBe('withdraw');
});
