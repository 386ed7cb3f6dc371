import { expect, it } from 'vitest';
import { activeSection, parsePersonAccess } from './visit.ts';

it('parsePersonAccess reads the reason of opening a file from the history entry', () => {
  const visit = { reason: 'review', from: 'reviews', queue: 'PENDING' } as const;
  expect(parsePersonAccess(visit)).toEqual(visit);
  expect(parsePersonAccess({ reason: 'ticket 12' })).toEqual({
    reason: 'ticket 12',
    from: 'people',
    queue: null,
  });
});

it('parsePersonAccess returns null for a history entry without state', () => {
  expect([null, undefined, 'x', {}, { reason: '' }, { reason: 3 }].map(parsePersonAccess)).toEqual(
    Array(6).fill(null),
  );
});

it('activeSection returns the open section of the back office, for a file the one it was opened from', () => {
  expect(activeSection('/backoffice', null)).toBe('now');
  expect(activeSection('/backoffice/reviews/', null)).toBe('reviews');
  expect(activeSection('/backoffice/', null)).toBe('now');
  expect(activeSection('/backoffice/audit', null)).toBe('audit');
  expect(activeSection('/backoffice/people/7', null)).toBe('people');
  expect(activeSection('/backoffice/companies/7', null)).toBe('companies');
  expect(activeSection('/backoffice/people/7', { reason: 'review', from: 'reviews' })).toBe('reviews');
  expect(activeSection('/backoffice/other', null)).toBeNull();
});
