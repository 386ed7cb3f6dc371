import { expect, it } from 'vitest';
import { resolvePreference } from './account-preferences.ts';

it.each([
  // The account has no choice; it is as here already; nothing was chosen here; taken over before; chosen here.
  [null, 'dark', undefined, null],
  ['light', 'light', undefined, null],
  ['light', null, undefined, 'light'],
  ['light', 'dark', 'dark', 'light'],
  ['light', 'dark', undefined, null],
  ['light', 'dark', 'light', null],
] as const)('account %s, here %s, taken over %s: %s', (chosen, own, followed, expected) => {
  expect(resolvePreference(chosen, own, followed)).toBe(expected);
});
