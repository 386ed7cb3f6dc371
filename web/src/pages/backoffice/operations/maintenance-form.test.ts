import { expect, it } from 'vitest';
import { END_CHOICES, getExpectedEnd, listEndChoices } from './maintenance-form.ts';

const NOW = Date.parse('2026-11-23T10:00:00.000Z');
const LATER = '2026-11-23T12:15:00.000Z';

it('getExpectedEnd returns a time relative to now, none, or the previous one', () => {
  expect(getExpectedEnd('M30', NOW, null)).toBe('2026-11-23T10:30:00.000Z');
  expect(getExpectedEnd('H6', NOW, LATER)).toBe('2026-11-23T16:00:00.000Z');
  expect(getExpectedEnd('UNKNOWN', NOW, LATER)).toBeNull();
  expect(getExpectedEnd('KEEP', NOW, LATER)).toBe(LATER);
});

it('listEndChoices offers to keep only a future time', () => {
  expect(listEndChoices(LATER, NOW)).toEqual(['KEEP', ...END_CHOICES]);
  expect(listEndChoices('2026-11-23T09:59:59.000Z', NOW)).toEqual(END_CHOICES);
  expect(listEndChoices(null, NOW)).toEqual(END_CHOICES);
});
