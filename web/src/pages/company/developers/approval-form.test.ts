import { expect, it } from 'vitest';
import { aboveOf, isTighter, ruleOf } from './approval-form.ts';

it('knows a rule by its amount, and the amount by the rule', () => {
  expect([ruleOf(null), ruleOf('0'), ruleOf('500000')]).toEqual(['NEVER', 'ALWAYS', 'ABOVE']);
  expect([aboveOf('NEVER', '7'), aboveOf('ALWAYS', '7'), aboveOf('ABOVE', '7')]).toEqual([null, '0', '7']);
});

it.each([
  [null, null, true],
  ['0', null, true],
  ['500', null, true],
  ['499', '500', true],
  ['500', '500', true],
  ['501', '500', false],
  ['1', '0', false],
  [null, '0', false],
  [null, '500', false],
  ['', '500', false],
])('%s after %s is no less: %s', (next, before, tighter) => {
  expect(isTighter(next, before)).toBe(tighter);
});
