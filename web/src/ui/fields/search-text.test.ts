import { expect, test } from 'vitest';
import { rankMatches } from './search-text.ts';

const found = (names: readonly string[], typed: string) => rankMatches(names, typed, (name) => [name]);

test('ranked finds a name in any spelling of its letters', () => {
  expect(found(['کردستان'], 'كرد')).toHaveLength(1);
  expect(found(['آذربایجان شرقی'], 'اذربایجان')).toHaveLength(1);
  expect(found(['نجف‌آباد'], 'نجف اباد')).toHaveLength(1);
  expect(found(['Côte d’Ivoire'], "cote d'iv")).toHaveLength(1);
  expect(found(['United Kingdom'], 'KINGDOM')).toHaveLength(1);
});

test('ranked lists names that begin with the query first, the others in their order', () => {
  expect(found(['تجریش', 'شهریار', 'ری'], 'ری')).toEqual(['ری', 'تجریش', 'شهریار']);
});

test('ranked finds an entry by any of its names', () => {
  const iran = { names: ['Iran', 'ایران', '+98'] };
  const iraq = { names: ['Iraq', 'عراق', '+964'] };
  expect(rankMatches([iran, iraq], '+96', ({ names }) => names)).toEqual([iraq]);
});

test('ranked returns all entries for an empty query, and none for one that matches nothing', () => {
  expect(found(['b', 'a'], ' ')).toEqual(['b', 'a']);
  expect(found(['Iran'], 'iraq')).toEqual([]);
});
