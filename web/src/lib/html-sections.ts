export interface HtmlSection {
  /** Plain words of its `h2`; empty before the first one. */
  title: string;
  /** What follows the heading. */
  html: string;
}

/**
 * A sanitised text cut at its `h2` headings, for a table of contents. Works where no HTML parser is: the server writes
 * these tags in lower case and closes each.
 */
export function sectionsOf(html: string): HtmlSection[] {
  return html
    .split(/(?=<h2[\s>])/)
    .map((part) => {
      const [, heading = '', rest = part] = /^<h2[^>]*>([\s\S]*?)<\/h2>([\s\S]*)$/.exec(part) ?? [];
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
