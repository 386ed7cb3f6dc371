import { expect, it } from 'vitest';
import { caretIn, inGroups, ungrouped } from './grouped-text.ts';

it('inGroups groups an address in fours, and ungrouped removes the groups again', () => {
  expect(inGroups('TXYZabcd1')).toBe('TXYZ abcd 1');
  expect(ungrouped(' TXYZ abcd\n1 ')).toBe('TXYZabcd1');
  expect(inGroups('ABCD')).toBe('ABCD');
  expect(inGroups('bitcoin:bc1qxyz')).toBe('bitcoin:bc1qxyz');
});

it('caretIn keeps the caret behind the same character', () => {
  expect([0, 3, 4, 5, 9].map((before) => caretIn('TXYZ abcd 1', before))).toEqual([0, 3, 4, 6, 11]);
});
