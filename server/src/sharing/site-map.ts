import { PAGE_LANGUAGES, type PageLanguage, type ScreenList } from '../platform/drawing/page.ts';

type PageReader = (address: string, language: PageLanguage) => Promise<{ status: number; body: string }>;

interface SiteMapPage {
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
export async function buildSiteMap(
  pages: ScreenList['pages'],
  publicUrl: string,
  readPage: PageReader,
): Promise<string> {
  const hasPage = (pattern: string) => pages.some((page) => page.pattern === pattern);
  /** Lists items in both languages, each with its own. */
  const listItems = async (address: string) => {
    const listInLanguage = async (language: PageLanguage) => {
      const { status, body } = await readPage(address, language);
      const texts: Text[] = status === 200 ? (JSON.parse(body).content ?? []) : [];
      return texts.map((text) => ({ ...text, language }));
    };
    return (await Promise.all(PAGE_LANGUAGES.map(listInLanguage))).flat();
  };
  const texts = hasPage('/blog/:slug') ? await listItems('/api/blog') : [];
  const announcements = hasPage('/announcements') ? await listItems('/api/announcements') : [];
  const terms = hasPage('/terms') ? await readPage('/api/pages/terms', 'fa') : null;
  const newestTimeOf = (items: Text[]) =>
    items
      .map((text) => text.publishedAtDateTime)
      .toSorted()
      .at(-1);
  const changes: Record<string, string | undefined> = {
    '/blog': newestTimeOf(texts),
    '/announcements': newestTimeOf(announcements),
    '/terms': terms?.status === 200 ? JSON.parse(terms.body).baseDTO.updatedAtDateTime : undefined,
  };
  const siteMapPages: SiteMapPage[] = [
    ...pages.flatMap(({ paths }) => paths.map((path) => ({ path, changed: changes[path] }))),
    ...[...Map.groupBy(texts, ({ slug }) => slug)].map(([slug, translations]) => ({
      path: `/blog/${slug}`,
      languages: translations.map(({ language }) => language),
      changed: newestTimeOf(translations),
    })),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${siteMapPages.flatMap((sitePage) => buildEntries(sitePage, publicUrl)).join('\n')}
</urlset>
`;
}

function buildEntries(
  { path, languages = PAGE_LANGUAGES, changed }: SiteMapPage,
  publicUrl: string,
): string[] {
  const addresses = languages.map((language) => ({
    language,
    href: escapeXml(`${publicUrl}${path}${language === 'fa' ? '' : '?lang=en'}`),
  }));
  // Persian if available.
  const fallback = { language: 'x-default', href: addresses[0]?.href };
  const alternateLinks = [...addresses, fallback]
    .map(({ language, href }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
    .join('');
  const time = changed ? `<lastmod>${escapeXml(changed)}</lastmod>` : '';
  return addresses.map(({ href }) => `<url><loc>${href}</loc>${time}${alternateLinks}</url>`);
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
