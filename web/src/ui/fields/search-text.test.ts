import { expect, test } from 'vitest';
import { rankMatches } from './search-text.ts';

const findNames = (names: readonly string[], typed: string) => rankMatches(names, typed, (name) => [name]);

test('ranked finds a name in any spelling of its letters', () => {
  expect(findNames(['کردستان'], 'كرد')).toHaveLength(1);
  expect(findNames(['آذربایجان شرقی'], 'اذربایجان')).toHaveLength(1);
  expect(findNames(['نجف‌آباد'], 'نجف اباد')).toHaveLength(1);
  expect(findNames(['Côte d’Ivoire'], "cote d'iv")).toHaveLength(1);
  expect(findNames(['United Kingdom'], 'KINGDOM')).toHaveLength(1);
});

test('ranked lists names that begin with the query first, the others in their order', () => {
  expect(findNames(['تجریش', 'شهریار', 'ری'], 'ری')).toEqual(['ری', 'تجریش', 'شهریار']);
});

test('ranked finds an entry by any of its names', () => {
  const iran = { names: ['Iran', 'ایران', '+98'] };
  const iraq = { names: ['Iraq', 'عراق', '+964'] };
  expect(rankMatches([iran, iraq], '+96', ({ names }) => names)).toEqual([iraq]);
});

test('ranked returns all entries for an empty query, and none for one that matches nothing', () => {
  expect(findNames(['b', 'a'], ' ')).toEqual(['b', 'a']);
  expect(findNames(['Iran'], 'iraq')).toEqual([]);
});
