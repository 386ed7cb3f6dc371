import { expect, test } from 'vitest';
import { matchPath } from './match-path.ts';

test.each([
  ['/', '/', {}],
  ['/', '/markets', null],
  ['/markets', '/markets/', {}],
  ['/markets', '/Markets', {}],
  ['/markets', '/markets/all', null],
  ['/market/:coin/:sourceCoin', '/market/BITCOIN/TOMAN', { coin: 'BITCOIN', sourceCoin: 'TOMAN' }],
  ['/market/:coin/:sourceCoin', '/market/BITCOIN', null],
  ['/blog/:slug', '/blog/a%20b', { slug: 'a b' }],
  ['/blog/:slug', '/blog/100%', { slug: '100%' }],
  ['/profile/trade/:quote?/:coin?', '/profile/trade', { quote: undefined, coin: undefined }],
  ['/profile/trade/:quote?/:coin?', '/profile/trade/TOMAN/', { quote: 'TOMAN', coin: undefined }],
  ['/profile/trade/:quote?/:coin?', '/profile/trade/TOMAN/BITCOIN/x', null],
  ['/backoffice/*', '/backoffice', {}],
  ['/backoffice/*', '/backoffice/people/1', {}],
  ['/backoffice/*', '/backoffices', null],
  ['/*', '/nowhere/at/all', {}],
])('matchPath: %s at %s', (pattern, pathname, expected) => {
  expect(matchPath(pattern, pathname)).toEqual(expected);
});
