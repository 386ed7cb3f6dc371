import { expect, it } from 'vitest';
import { ENDS, endsFor, expectedEndOf } from './maintenance-form.ts';

const NOW = Date.parse('2026-11-23T10:00:00.000Z');
const LATER = '2026-11-23T12:15:00.000Z';

it('names a time from now on, none, or the one that was said', () => {
  expect(expectedEndOf('M30', NOW, null)).toBe('2026-11-23T10:30:00.000Z');
  expect(expectedEndOf('H6', NOW, LATER)).toBe('2026-11-23T16:00:00.000Z');
  expect(expectedEndOf('UNKNOWN', NOW, LATER)).toBeNull();
  expect(expectedEndOf('KEEP', NOW, LATER)).toBe(LATER);
});

it('offers to keep what is still to come alone', () => {
  expect(endsFor(LATER, NOW)).toEqual(['KEEP', ...ENDS]);
  expect(endsFor('2026-11-23T09:59:59.000Z', NOW)).toEqual(ENDS);
  expect(endsFor(null, NOW)).toEqual(ENDS);
});
