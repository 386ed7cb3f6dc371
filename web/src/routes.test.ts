import { expect, test } from 'vitest';
import { PERSONAL_PAGES, PUBLIC_PAGES, STAFF_PAGES, UNLISTED_PAGES } from '../../e2e/pages.ts';
import { routePatterns } from './framework/drawing/route-patterns.ts';
import { matchPath } from './framework/navigation/match-path.ts';
import { getRouteAccess } from './framework/navigation/route-record.ts';
import { sectionNames } from './pages/backoffice/shared/places.ts';
import './routes.tsx';

test('every address has one record', () => {
  const patterns = routePatterns();
  expect(new Set(patterns).size).toBe(patterns.length);
  expect(patterns).toContain('/backoffice/content/:kind/:slug');
  expect(patterns).toContain('/profile/support/new');
  expect(patterns.length).toBeGreaterThan(50 + sectionNames.length);
});

test('the browser tests of all pages cover each page, or list why not', () => {
  const listed = [...PUBLIC_PAGES, ...PERSONAL_PAGES, ...STAFF_PAGES].map(
    (address) => address.split('?')[0] ?? '',
  );
  const isListed = (pattern: string) => listed.some((address) => matchPath(pattern, address));
  const patterns = routePatterns();
  expect(patterns.filter((pattern) => !isListed(pattern)).toSorted()).toEqual(
    Object.keys(UNLISTED_PAGES).toSorted(),
  );
  const isPage = (address: string) => patterns.some((pattern) => matchPath(pattern, address));
  expect(listed.filter((address) => !isPage(address))).toEqual(['/no/such/page']);
});

test('an address of the profile area or the back office without a record requires a signed-in user', () => {
  for (const path of ['/profile/novelty', '/backoffice', '/backoffice/novelty']) {
    expect(getRouteAccess(path), path).toBe('person');
  }
  for (const path of ['/profiles', '/novelty', '/profile/trade', '/profile/redirect-from-banks']) {
    expect(getRouteAccess(path), path).toBe('anyone');
  }
});
