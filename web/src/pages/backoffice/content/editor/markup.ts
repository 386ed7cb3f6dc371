/** The tools that insert HTML. */
export const TOOLS = [
  'heading',
  'subheading',
  'paragraph',
  'bold',
  'list',
  'numbered',
  'link',
  'table',
] as const;
export type Tool = (typeof TOOLS)[number];

/** The text that replaces the selection, and the part of it that is selected afterwards. */
export interface Insertion {
  text: string;
  from: number;
  to: number;
}

const wrapText = (before: string, content: string, after: string): Insertion => ({
  text: before + content + after,
  from: before.length,
  to: before.length + content.length,
});

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function createList(tag: 'ul' | 'ol', selected: string): Insertion {
  const lines = splitLines(selected);
  if (lines.length === 0) return wrapText(`<${tag}>\n<li>`, '', `</li>\n</${tag}>`);
  const items = lines.map((line) => `<li>${line}</li>`).join('\n');
  const text = `<${tag}>\n${items}\n</${tag}>`;
  return { text, from: text.length, to: text.length };
}

/** Wraps each part between blank lines in a paragraph. */
function createParagraphs(selected: string): Insertion {
  const parts = selected.split(/\n[ \t]*\n/).flatMap((part) => part.trim() || []);
  if (parts.length < 2) return wrapText('<p>', selected.trim(), '</p>');
  const text = parts.map((part) => `<p>${part}</p>`).join('\n');
  return { text, from: text.length, to: text.length };
}

function createTable(selected: string, column: string): Insertion {
  const head = `<table>\n<thead><tr><th scope="col">`;
  const rest = `</th><th scope="col">${column}</th></tr></thead>\n<tbody>\n<tr><td></td><td></td></tr>\n<tr><td></td><td></td></tr>\n</tbody>\n</table>`;
  return wrapText(head, selected.trim() || column, rest);
}

const LINK_PLACEHOLDER = 'https://';

function createLink(selected: string): Insertion {
  // A selected address becomes the link's target; other text becomes the link's text.
  if (/^(https:\/\/|\/)\S+$/.test(selected.trim()))
    return wrapText(`<a href="${selected.trim()}">`, '', '</a>');
  return {
    text: `<a href="${LINK_PLACEHOLDER}">${selected}</a>`,
    from: '<a href="'.length,
    to: '<a href="'.length + LINK_PLACEHOLDER.length,
  };
}

/** Returns the insertion of a tool; `column`: initial heading of a table's columns. */
export function createInsertion(tool: Tool, selected: string, column: string): Insertion {
  switch (tool) {
    case 'heading':
      return wrapText('<h2>', selected.trim(), '</h2>');
    case 'subheading':
      return wrapText('<h3>', selected.trim(), '</h3>');
    case 'paragraph':
      return createParagraphs(selected);
    case 'bold':
      return wrapText('<strong>', selected, '</strong>');
    case 'list':
      return createList('ul', selected);
    case 'numbered':
      return createList('ol', selected);
    case 'link':
      return createLink(selected);
    case 'table':
      return createTable(selected, column);
  }
}
