import type { PageLanguage, ScreenList } from '../platform/page.ts';

type Visit = (address: string, language: PageLanguage) => Promise<{ status: number; body: string }>;

interface Place {
  path: string;
  /** ISO 8601; unset: nobody knows. */
  changed?: string | undefined;
}

/** Every public page once a language, each with its other languages; what staff has written with its time. */
export async function siteMap(pages: ScreenList['pages'], publicUrl: string, visit: Visit): Promise<string> {
  const items = async <T>(address: string): Promise<T[]> => {
    const { status, body } = await visit(address, 'fa');
    return status === 200 ? (JSON.parse(body).content ?? []) : [];
  };
  const has = (pattern: string) => pages.some((page) => page.pattern === pattern);
  interface Text {
    slug: string;
    publishedAtDateTime: string;
  }
  const texts = has('/blog/:slug') ? await items<Text>('/api/blog') : [];
  const told = has('/announcements') ? await items<Text>('/api/announcements') : [];
  const terms = has('/terms') ? await visit('/api/pages/terms', 'fa') : null;
  const newest = (of: Text[]) =>
    of
      .map((text) => text.publishedAtDateTime)
      .toSorted()
      .at(-1);
  const changes: Record<string, string | undefined> = {
    '/blog': newest(texts),
    '/announcements': newest(told),
    '/terms': terms?.status === 200 ? JSON.parse(terms.body).baseDTO.updatedAtDateTime : undefined,
  };
  const places: Place[] = [
    ...pages.flatMap(({ paths }) => paths.map((path) => ({ path, changed: changes[path] }))),
    ...texts.map(({ slug, publishedAtDateTime }) => ({
      path: `/blog/${slug}`,
      changed: publishedAtDateTime,
    })),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${places.flatMap((place) => entriesOf(place, publicUrl)).join('\n')}
</urlset>
`;
}

function entriesOf({ path, changed }: Place, publicUrl: string): string[] {
  const [fa, en] = [`${publicUrl}${path}`, `${publicUrl}${path}?lang=en`].map(escaped);
  const others = [
    ['fa', fa],
    ['en', en],
    ['x-default', fa],
  ]
    .map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
    .join('');
  const time = changed ? `<lastmod>${escaped(changed)}</lastmod>` : '';
  return [fa, en].map((address) => `<url><loc>${address}</loc>${time}${others}</url>`);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
