export interface HtmlSection {
  /** The heading as plain text; empty before the first one. */
  title: string;
  /** The content after the heading. */
  html: string;
}

/**
 * Splits a sanitised text at its headings of one level, for a table of contents or cards. Needs no HTML parser: the
 * server writes these tags in lower case and closes each.
 */
export function sectionsOf(html: string, tag: 'h2' | 'h3' = 'h2'): HtmlSection[] {
  const begin = new RegExp(`(?=<${tag}[\\s>])`);
  const whole = new RegExp(`^<${tag}[^>]*>([\\s\\S]*?)</${tag}>([\\s\\S]*)$`);
  return html
    .split(begin)
    .map((part) => {
      const [, heading = '', rest = part] = whole.exec(part) ?? [];
      return { title: plainWords(heading), html: rest.trim() };
    })
    .filter(({ title, html: rest }) => title !== '' || rest !== '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** Returns the text of an HTML fragment without its markup. */
export const plainWords = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
