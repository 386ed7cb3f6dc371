import { expect, it } from 'vitest';
import { ENDS, endsFor, expectedEndOf } from './maintenance-form.ts';

const NOW = Date.parse('2026-11-23T10:00:00.000Z');
const LATER = '2026-11-23T12:15:00.000Z';

it('expectedEndOf returns a time relative to now, none, or the previous one', () => {
  expect(expectedEndOf('M30', NOW, null)).toBe('2026-11-23T10:30:00.000Z');
  expect(expectedEndOf('H6', NOW, LATER)).toBe('2026-11-23T16:00:00.000Z');
  expect(expectedEndOf('UNKNOWN', NOW, LATER)).toBeNull();
  expect(expectedEndOf('KEEP', NOW, LATER)).toBe(LATER);
});

it('endsFor offers to keep only a future time', () => {
  expect(endsFor(LATER, NOW)).toEqual(['KEEP', ...ENDS]);
  expect(endsFor('2026-11-23T09:59:59.000Z', NOW)).toEqual(ENDS);
  expect(endsFor(null, NOW)).toEqual(ENDS);
});
