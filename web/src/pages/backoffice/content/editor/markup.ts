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

const around = (before: string, inside: string, after: string): Insertion => ({
  text: before + inside + after,
  from: before.length,
  to: before.length + inside.length,
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function list(tag: 'ul' | 'ol', selected: string): Insertion {
  const lines = linesOf(selected);
  if (lines.length === 0) return around(`<${tag}>\n<li>`, '', `</li>\n</${tag}>`);
  const items = lines.map((line) => `<li>${line}</li>`).join('\n');
  const text = `<${tag}>\n${items}\n</${tag}>`;
  return { text, from: text.length, to: text.length };
}

/** Wraps each part between blank lines in a paragraph. */
function paragraphs(selected: string): Insertion {
  const parts = selected.split(/\n[ \t]*\n/).flatMap((part) => part.trim() || []);
  if (parts.length < 2) return around('<p>', selected.trim(), '</p>');
  const text = parts.map((part) => `<p>${part}</p>`).join('\n');
  return { text, from: text.length, to: text.length };
}

function table(selected: string, column: string): Insertion {
  const head = `<table>\n<thead><tr><th scope="col">`;
  const rest = `</th><th scope="col">${column}</th></tr></thead>\n<tbody>\n<tr><td></td><td></td></tr>\n<tr><td></td><td></td></tr>\n</tbody>\n</table>`;
  return around(head, selected.trim() || column, rest);
}

const ADDRESS = 'https://';

function link(selected: string): Insertion {
  // A selected address becomes the link's target; other text becomes the link's text.
  if (/^(https:\/\/|\/)\S+$/.test(selected.trim()))
    return around(`<a href="${selected.trim()}">`, '', '</a>');
  return {
    text: `<a href="${ADDRESS}">${selected}</a>`,
    from: '<a href="'.length,
    to: '<a href="'.length + ADDRESS.length,
  };
}

/** Returns the insertion of a tool; `column`: initial heading of a table's columns. */
export function insertionOf(tool: Tool, selected: string, column: string): Insertion {
  switch (tool) {
    case 'heading':
      return around('<h2>', selected.trim(), '</h2>');
    case 'subheading':
      return around('<h3>', selected.trim(), '</h3>');
    case 'paragraph':
      return paragraphs(selected);
    case 'bold':
      return around('<strong>', selected, '</strong>');
    case 'list':
      return list('ul', selected);
    case 'numbered':
      return list('ol', selected);
    case 'link':
      return link(selected);
    case 'table':
      return table(selected, column);
  }
}
