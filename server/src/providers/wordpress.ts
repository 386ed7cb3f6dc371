/**
 * News from a WordPress site: GET /wp-json/wp/v2/posts (developer.wordpress.org/rest-api/reference/posts/), with
 * `_embed` for the featured picture (…/using-the-rest-api/linking-and-embedding/). The plugin
 * "better-rest-api-featured-images" puts the same picture into `better_featured_image`.
 */
import type { FeedPost, NewsFeed } from '../content/ports.ts';
import type { VendorConnection } from '../platform/outgoing/connections.ts';
import { getField } from './prices/price-http.ts';
import { fetchPublic, GetFailure } from './public-get.ts';

const MAX_POSTS = 12;
const LIST_BYTES = 4_000_000;
const PICTURE_BYTES = 10_000_000;
const TIMEOUT_MS = 10_000;
const MAX_TITLE = 300;

/** Entities of XML and HTML 4 that editors write; WordPress itself sends numeric ones (wptexturize). */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  zwnj: '\u200c',
  zwj: '\u200d',
  laquo: '«',
  raquo: '»',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
};

/** Returns the plain text of `title.rendered`, which is HTML. Entities are text, also if they spell a tag. */
export function toPlainTitle(html: string): string {
  const decoded = html.replace(/<[^>]*>/g, '').replace(/&(#x?[0-9a-f]+|\w+);/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? entity;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : '';
  });
  // Direction marks would affect text beyond the title.
  const clean = decoded.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ').replace(/\s+/g, ' ');
  return [...clean.trim()].slice(0, MAX_TITLE).join('');
}

const httpsUrlOrNull = (value: unknown): string | null => {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url?.protocol === 'https:' ? url.href : null;
};

function pictureUrlOf(post: unknown): string | null {
  const plugin = httpsUrlOrNull(getField(getField(post, 'better_featured_image'), 'source_url'));
  if (plugin) return plugin;
  const media = getField(getField(post, '_embedded'), 'wp:featuredmedia');
  const [first] = Array.isArray(media) ? media : [];
  // An inaccessible picture is an error object without a URL.
  return httpsUrlOrNull(getField(first, 'source_url'));
}

/**
 * Converts posts, omitting those that can't be displayed (no title, no date, a link that isn't https). @throws
 * GetFailure: no list.
 */
export function transformPosts(reply: unknown): FeedPost[] {
  if (!Array.isArray(reply)) throw new GetFailure('wordpress: not a list of posts');
  return reply.slice(0, MAX_POSTS).flatMap((post): FeedPost[] => {
    const id = getField(post, 'id');
    const rendered = getField(getField(post, 'title'), 'rendered');
    const date = getField(post, 'date');
    const link = httpsUrlOrNull(getField(post, 'link'));
    const title = typeof rendered === 'string' ? toPlainTitle(rendered) : '';
    if (!Number.isSafeInteger(id) || title === '' || link === null) return [];
    if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(date)) return [];
    return [
      { id: String(id), language: null, title, date: date.slice(0, 19), link, picture: pictureUrlOf(post) },
    ];
  });
}

/** `url`: the site, with its folder. `inside`: a test's own server. */
export function createWordpress({
  url,
  way,
  inside = false,
}: {
  url: string;
  way: VendorConnection;
  inside?: boolean;
}): NewsFeed {
  const base = url.replace(/\/+$/, '');
  const { host } = new URL(base);
  const limits = { host, timeoutMs: TIMEOUT_MS, way, inside };
  return {
    async read() {
      const address = `${base}/wp-json/wp/v2/posts?per_page=${MAX_POSTS}&_embed=wp%3Afeaturedmedia`;
      const { bytes } = await fetchPublic(address, { ...limits, maxBytes: LIST_BYTES });
      let reply: unknown;
      try {
        reply = JSON.parse(bytes.toString('utf8'));
      } catch {
        throw new GetFailure('wordpress: not JSON');
      }
      return transformPosts(reply);
    },
    fetchPicture: async (address) =>
      (await fetchPublic(address, { ...limits, maxBytes: PICTURE_BYTES })).bytes,
  };
}
