import en from '../../../messages/server/en/announcements-feed.json' with { type: 'json' };
import fa from '../../../messages/server/fa/announcements-feed.json' with { type: 'json' };
import type { PublishedText } from './store.ts';

const WORDS = { fa, en };

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
const escaped = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? sign);

/** Formats RSS 2.0 (rssboard.org/rss-specification). A text keeps its guid when it is changed. */
export function rssOf({ name, language, publicUrl, texts }: Channel): string {
  const [title, description] = [WORDS[language].title, WORDS[language].description].map((text) =>
    text.replace('{name}', () => name),
  ) as [string, string];
  const page = `${publicUrl}/announcements`;
  const newest = texts.map(({ updatedAt }) => updatedAt.getTime()).sort((a, b) => b - a)[0];
  const items = texts.map(
    (text) => `<item>
<title>${escaped(text.title)}</title>
<link>${escaped(`${page}#${text.slug}`)}</link>
<guid isPermaLink="false">${escaped(`${page}/${language}/${text.slug}`)}</guid>
<pubDate>${text.publishedAt.toUTCString()}</pubDate>
<description>${escaped(text.body)}</description>
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escaped(title)}</title>
<link>${escaped(page)}</link>
<description>${escaped(description)}</description>
<language>${language}</language>
<atom:link href="${escaped(`${publicUrl}/api/rss/${language}`)}" rel="self" type="application/rss+xml"/>
${newest === undefined ? '' : `<lastBuildDate>${new Date(newest).toUTCString()}</lastBuildDate>\n`}${items.join('\n')}
</channel>
</rss>
`;
}
