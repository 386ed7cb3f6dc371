export interface HtmlSection {
  /** Plain words of its heading; empty before the first one. */
  title: string;
  /** What follows the heading. */
  html: string;
}

/**
 * A sanitised text cut at its headings of one kind, for a table of contents or cards. Works where no HTML parser is: the
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

/** The words of a piece of HTML, without its markup. */
export const plainWords = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
