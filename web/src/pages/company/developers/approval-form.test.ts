import { expect, it } from 'vitest';
import { getApprovalRule, isTighter, toApprovalLimit } from './approval-form.ts';

it('getApprovalRule and toApprovalLimit convert between a rule and its amount', () => {
  expect([getApprovalRule(null), getApprovalRule('0'), getApprovalRule('500000')]).toEqual([
    'NEVER',
    'ALWAYS',
    'ABOVE',
  ]);
  expect([
    toApprovalLimit('NEVER', '7'),
    toApprovalLimit('ALWAYS', '7'),
    toApprovalLimit('ABOVE', '7'),
  ]).toEqual([null, '0', '7']);
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
])('isTighter: changing the amount to %s from %s is at least as strict: %s', (next, before, tighter) => {
  expect(isTighter(next, before)).toBe(tighter);
});
