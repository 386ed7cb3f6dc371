import { expect, it } from 'vitest';
import { resolvePreference } from './account-preferences.ts';

it.each([
  // Row by row: no preference on the account; equal to this browser's; none chosen here; adopted from the account
  // earlier; chosen here.
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
