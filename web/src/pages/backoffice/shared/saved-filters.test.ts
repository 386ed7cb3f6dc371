import { expect, test } from 'vitest';
import { addSavedFilter, MAX_SAVED, parseSavedFilters, toCanonicalSearch } from './saved-filters.ts';

test('searchText is the same for the same filters, in any order', () => {
  expect(toCanonicalSearch(new URLSearchParams('topic=DEPOSIT&state=ANSWERED'))).toBe(
    'state=ANSWERED&topic=DEPOSIT',
  );
});

test('addSavedFilter keeps one entry per name, and drops the oldest ones', () => {
  const one = addSavedFilter([], { name: ' Mine ', search: 'mine=true' });
  expect(one).toEqual([{ name: 'Mine', search: 'mine=true' }]);
  expect(addSavedFilter(one, { name: 'Mine', search: 'topic=TRADE' })).toEqual([
    { name: 'Mine', search: 'topic=TRADE' },
  ]);
  expect(addSavedFilter(one, { name: '  ', search: 'topic=TRADE' })).toEqual(one);
  const many = Array.from({ length: MAX_SAVED + 2 }, (_, n) => String(n)).reduce(
    (saved, name) => addSavedFilter(saved, { name, search: name }),
    one,
  );
  expect(many.map(({ name }) => name)).toEqual(Array.from({ length: MAX_SAVED }, (_, n) => String(n + 2)));
});

test('parseSavedFilters ignores invalid storage', () => {
  for (const text of [null, '', '{', '{"name":"a"}', '7']) expect(parseSavedFilters(text)).toEqual([]);
  expect(parseSavedFilters('[{"name":"a","search":"x=1"},{"name":""},null,{"name":"b"}]')).toEqual([
    { name: 'a', search: 'x=1' },
  ]);
});
