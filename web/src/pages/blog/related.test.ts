import type { BlogItem } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { findRelatedPosts } from './related.ts';

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
const slugs = (of: BlogItem) => findRelatedPosts(ALL, of).map(({ slug }) => slug);

test('related returns the next three articles of the same kind, wrapping around', () => {
  expect(slugs(post('b'))).toEqual(['c', 'd', 'a']);
  expect(slugs(post('d'))).toEqual(['a', 'b', 'c']);
});

test('related returns articles about other coins for an article about a coin', () => {
  expect(slugs(post('tron', 'TRON'))).toEqual(['tether']);
});

test('related returns the first articles for one that the list does not contain yet', () => {
  expect(slugs(post('new'))).toEqual(['a', 'b', 'c']);
});
