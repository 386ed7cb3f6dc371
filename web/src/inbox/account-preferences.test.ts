import { expect, it } from 'vitest';
import { resolvePreference } from './account-preferences.ts';

it.each([
  // The account has no choice; it equals this browser's; nothing was chosen here; last adopted from the account;
  // chosen here.
  [null, 'dark', undefined, null],
  ['light', 'light', undefined, null],
  ['light', null, undefined, 'light'],
  ['light', 'dark', 'dark', 'light'],
  ['light', 'dark', undefined, null],
  ['light', 'dark', 'light', null],
] as const)(
  'resolvePreference with account %s, browser %s, last adopted %s returns %s',
  (chosen, own, followed, expected) => {
    expect(resolvePreference(chosen, own, followed)).toBe(expected);
  },
);
