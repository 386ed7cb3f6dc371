import { expect, test } from 'vitest';
import { routePatterns } from './first-screen/route-patterns.ts';
import { accessOf } from './lib/navigation/route-record.ts';
import { placeNames } from './pages/backoffice/shared/places.ts';
import './routes.tsx';

test('every address has one record', () => {
  const patterns = routePatterns();
  expect(new Set(patterns).size).toBe(patterns.length);
  expect(patterns).toContain('/backoffice/content/:kind/:slug');
  expect(patterns).toContain('/profile/support/new');
  expect(patterns.length).toBeGreaterThan(50 + placeNames.length);
});

test('an address of the profile area or the back office without a record is not open to anyone', () => {
  for (const path of ['/profile/novelty', '/backoffice', '/backoffice/novelty']) {
    expect(accessOf(path), path).toBe('person');
  }
  for (const path of ['/profiles', '/novelty', '/profile/trade', '/profile/redirect-from-banks']) {
    expect(accessOf(path), path).toBe('anyone');
  }
});
