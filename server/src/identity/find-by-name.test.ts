import { expect, it } from 'vitest';
import { normalizeName } from './find-by-name.ts';

it.each([
  ['مُحَمَّد  رضا', 'محمد رضا'],
  ['محـــمد\u200b', 'محمد'],
  ['\u200fعلي', 'علی'],
  ['ＡＮＮ Ｄｏｅ', 'ann doe'],
  ['نرگس\u200cسادات', 'نرگس\u200cسادات'],
])('searches for the name %j as %j', (typed, name) => {
  expect(normalizeName(typed)).toBe(name);
});
