import { expect, it } from 'vitest';
import { groupedCaret, groupText, removeGroupBlanks } from './grouped-text.ts';

it('groupText groups an address in fours, and ungrouped removes the groups again', () => {
  expect(groupText('TXYZabcd1')).toBe('TXYZ abcd 1');
  expect(removeGroupBlanks(' TXYZ abcd\n1 ')).toBe('TXYZabcd1');
  expect(groupText('ABCD')).toBe('ABCD');
  expect(groupText('bitcoin:bc1qxyz')).toBe('bitcoin:bc1qxyz');
});

it('groupedCaret keeps the caret behind the same character', () => {
  expect([0, 3, 4, 5, 9].map((before) => groupedCaret('TXYZ abcd 1', before))).toEqual([0, 3, 4, 6, 11]);
});
