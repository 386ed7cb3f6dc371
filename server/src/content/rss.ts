import en from '../../../messages/server/en/announcements-feed.json' with { type: 'json' };
import fa from '../../../messages/server/fa/announcements-feed.json' with { type: 'json' };
import type { PublishedText } from './store.ts';

const CHANNEL_TEXTS = { fa, en };

interface Channel {
  /** Name of the exchange. */
  name: string;
  language: 'fa' | 'en';
  /** Without a slash at its end. */
  publicUrl: string;
  texts: readonly Pick<PublishedText, 'slug' | 'title' | 'body' | 'publishedAt' | 'updatedAt'>[];
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/**
 * Characters that XML 1.0 can't hold are left out: control characters except tabs and line ends, unpaired
 * surrogates, non-characters.
 */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;
const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? sign);

/** Formats RSS 2.0 (rssboard.org/rss-specification). A text keeps its guid when it is changed. */
export function buildRss({ name, language, publicUrl, texts }: Channel): string {
  const [title, description] = [CHANNEL_TEXTS[language].title, CHANNEL_TEXTS[language].description].map(
    (text) => text.replace('{name}', () => name),
  ) as [string, string];
  const page = `${publicUrl}/announcements`;
  const newest = texts.map(({ updatedAt }) => updatedAt.getTime()).sort((a, b) => b - a)[0];
  const items = texts.map(
    (text) => `<item>
<title>${escapeXml(text.title)}</title>
<link>${escapeXml(`${page}#${text.slug}`)}</link>
<guid isPermaLink="false">${escapeXml(`${page}/${language}/${text.slug}`)}</guid>
<pubDate>${text.publishedAt.toUTCString()}</pubDate>
<description>${escapeXml(text.body)}</description>
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(title)}</title>
<link>${escapeXml(page)}</link>
<description>${escapeXml(description)}</description>
<language>${language}</language>
<atom:link href="${escapeXml(`${publicUrl}/api/rss/${language}`)}" rel="self" type="application/rss+xml"/>
${newest === undefined ? '' : `<lastBuildDate>${new Date(newest).toUTCString()}</lastBuildDate>\n`}${items.join('\n')}
</channel>
</rss>
`;
}
