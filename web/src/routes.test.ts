import { expect, test } from 'vitest';
import { routePatterns } from './first-screen/route-patterns.ts';
import { needsOf } from './lib/navigation/guard.ts';
import { placeNames } from './pages/backoffice/shared/places.ts';
import { COMPANY_LINKS, HELP_LINKS, PRODUCT_LINKS } from './pages/shell/links.ts';
import { PROFILE_LINKS } from './pages/shell/profile-links.ts';
import { ROUTES } from './routes.tsx';

const plain = (path: string): string => path.replace(/\/(:.*|\*)$/, '');

test('every address has one record', () => {
  const patterns = routePatterns();
  expect(new Set(patterns).size).toBe(patterns.length);
  expect(patterns).toContain('/backoffice/content/:kind/:slug');
  expect(patterns).toContain('/profile/support/new');
  expect(patterns.length).toBeGreaterThan(50 + placeNames.length);
});

test('the menus lead to addresses that have a record', () => {
  const known = routePatterns().map(plain);
  for (const { to } of [...PRODUCT_LINKS, ...HELP_LINKS, ...COMPANY_LINKS, ...PROFILE_LINKS])
    expect(known).toContain(to);
});

test('the guard asks for a person where the frame is of one, and nowhere else', () => {
  for (const { path } of [...ROUTES.personal, ...ROUTES.profile])
    expect(needsOf(plain(path)), path).not.toBe('anyone');
  for (const { path } of [...ROUTES.public, ...ROUTES.unframed, ...ROUTES.trade])
    expect(needsOf(plain(path)), path).toBe('anyone');
});
