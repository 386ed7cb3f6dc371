import { expect, test } from 'vitest';
import { ranked } from './search-text.ts';

const found = (names: readonly string[], typed: string) => ranked(names, typed, (name) => [name]);

test('a name is found however its letters are typed', () => {
  expect(found(['کردستان'], 'كرد')).toHaveLength(1);
  expect(found(['آذربایجان شرقی'], 'اذربایجان')).toHaveLength(1);
  expect(found(['نجف‌آباد'], 'نجف اباد')).toHaveLength(1);
  expect(found(['Côte d’Ivoire'], "cote d'iv")).toHaveLength(1);
  expect(found(['United Kingdom'], 'KINGDOM')).toHaveLength(1);
});

test('names that begin with what was typed come first, the others in their order', () => {
  expect(found(['تجریش', 'شهریار', 'ری'], 'ری')).toEqual(['ری', 'تجریش', 'شهریار']);
});

test('an entry is found by any of its names', () => {
  const iran = { names: ['Iran', 'ایران', '+98'] };
  const iraq = { names: ['Iraq', 'عراق', '+964'] };
  expect(ranked([iran, iraq], '+96', ({ names }) => names)).toEqual([iraq]);
});

test('nothing typed finds all as they are, other words nothing', () => {
  expect(found(['b', 'a'], ' ')).toEqual(['b', 'a']);
  expect(found(['Iran'], 'iraq')).toEqual([]);
});
