import { expect, it } from 'vitest';
import { parseHistoryKind, parseTab } from './tabs.ts';

const search = (text: string) => new URLSearchParams(text);

it('parseTab returns the list in the address', () => {
  expect(parseTab(search(''))).toBe('trades');
  expect(parseTab(search('tab=crypto'))).toBe('crypto');
  expect(parseTab(search('tab=deposits'))).toBe('toman');
  expect(parseTab(search('tab=nothing'))).toBe('trades');
});

it('parseHistoryKind returns deposits unless the address requests withdrawals', () => {
  expect(parseHistoryKind(search('tab=toman'))).toBe('deposit');
  expect(parseHistoryKind(search('tab=toman&kind=withdraw'))).toBe('withdraw');
  expect(parseHistoryKind(search('tab=toman&kind=nothing'))).toBe('deposit');
});
