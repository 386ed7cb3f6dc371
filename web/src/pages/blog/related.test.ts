import type { BlogItem } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { related } from './related.ts';

const post = (slug: string, coin: BlogItem['coin'] = null): BlogItem => ({
  slug,
  coin,
  title: slug,
  summary: '',
  body: '',
  picture: null,
  publishedAtDateTime: '2026-11-22T00:00:00.000Z',
});
const ALL = [post('a'), post('b'), post('tether', 'TETHER'), post('c'), post('d'), post('tron', 'TRON')];
const slugs = (of: BlogItem) => related(ALL, of).map(({ slug }) => slug);

test('three others of its kind follow, going round', () => {
  expect(slugs(post('b'))).toEqual(['c', 'd', 'a']);
  expect(slugs(post('d'))).toEqual(['a', 'b', 'c']);
});

test('a text about a coin leads to other coins', () => {
  expect(slugs(post('tron', 'TRON'))).toEqual(['tether']);
});

test('a text that the list does not hold yet leads to the first ones', () => {
  expect(slugs(post('new'))).toEqual(['a', 'b', 'c']);
});
