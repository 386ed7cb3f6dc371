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
export function splitSections(html: string, tag: 'h2' | 'h3' = 'h2'): HtmlSection[] {
  const sectionStart = new RegExp(`(?=<${tag}[\\s>])`);
  const sectionPattern = new RegExp(`^<${tag}[^>]*>([\\s\\S]*?)</${tag}>([\\s\\S]*)$`);
  return html
    .split(sectionStart)
    .map((part) => {
      const [, heading = '', rest = part] = sectionPattern.exec(part) ?? [];
      return { title: htmlToText(heading), html: rest.trim() };
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
export const htmlToText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
