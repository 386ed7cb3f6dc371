import type { BlogItem } from '@sarraf/domain/contracts';

const COUNT = 3;

/** Returns the next articles of the same kind, wrapping around. */
export function related(all: readonly BlogItem[], post: BlogItem): readonly BlogItem[] {
  const alike = all.filter(({ coin }) => (coin === null) === (post.coin === null));
  const at = alike.findIndex(({ slug }) => slug === post.slug);
  return [...alike.slice(at + 1), ...alike.slice(0, Math.max(at, 0))]
    .filter(({ slug }) => slug !== post.slug)
    .slice(0, COUNT);
}
