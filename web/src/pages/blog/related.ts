import type { BlogItem } from '@sarraf/domain/contracts';

const MAX_RELATED = 3;

/** Returns the next articles of the same kind, wrapping around. */
export function findRelatedPosts(posts: readonly BlogItem[], post: BlogItem): readonly BlogItem[] {
  const sameKind = posts.filter(({ coin }) => (coin === null) === (post.coin === null));
  const index = sameKind.findIndex(({ slug }) => slug === post.slug);
  return [...sameKind.slice(index + 1), ...sameKind.slice(0, Math.max(index, 0))]
    .filter(({ slug }) => slug !== post.slug)
    .slice(0, MAX_RELATED);
}
