import { PAGE_LANGUAGES, type PageLanguage, type ScreenList } from '../platform/drawing/page.ts';

type Visit = (address: string, language: PageLanguage) => Promise<{ status: number; body: string }>;

interface Place {
  path: string;
  /** Unset: all languages. */
  languages?: readonly PageLanguage[];
  /** ISO 8601; unset: unknown. */
  changed?: string | undefined;
}

interface Text {
  slug: string;
  publishedAtDateTime: string;
}

/** Lists every public page once per language, each with its alternatives; articles by staff with their time. */
export async function siteMap(pages: ScreenList['pages'], publicUrl: string, visit: Visit): Promise<string> {
  const has = (pattern: string) => pages.some((page) => page.pattern === pattern);
  /** Lists items in both languages, each with its own. */
  const items = async (address: string) => {
    const of = async (language: PageLanguage) => {
      const { status, body } = await visit(address, language);
      const texts: Text[] = status === 200 ? (JSON.parse(body).content ?? []) : [];
      return texts.map((text) => ({ ...text, language }));
    };
    return (await Promise.all(PAGE_LANGUAGES.map(of))).flat();
  };
  const texts = has('/blog/:slug') ? await items('/api/blog') : [];
  const told = has('/announcements') ? await items('/api/announcements') : [];
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
    ...[...Map.groupBy(texts, ({ slug }) => slug)].map(([slug, written]) => ({
      path: `/blog/${slug}`,
      languages: written.map(({ language }) => language),
      changed: newest(written),
    })),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${places.flatMap((place) => entriesOf(place, publicUrl)).join('\n')}
</urlset>
`;
}

function entriesOf({ path, languages = PAGE_LANGUAGES, changed }: Place, publicUrl: string): string[] {
  const addresses = languages.map((language) => ({
    language,
    href: escaped(`${publicUrl}${path}${language === 'fa' ? '' : '?lang=en'}`),
  }));
  // Persian if available.
  const fallback = { language: 'x-default', href: addresses[0]?.href };
  const others = [...addresses, fallback]
    .map(({ language, href }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
    .join('');
  const time = changed ? `<lastmod>${escaped(changed)}</lastmod>` : '';
  return addresses.map(({ href }) => `<url><loc>${href}</loc>${time}${others}</url>`);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
