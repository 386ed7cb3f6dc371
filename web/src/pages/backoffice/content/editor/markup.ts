/** What the tools put into the HTML that is being written. */
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

/** What takes the selection's place, and which part of it is selected then. */
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

/** A paragraph each where blank lines part them. */
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
  // An address that was selected becomes the link's; words become what is pressed.
  if (/^(https:\/\/|\/)\S+$/.test(selected.trim()))
    return around(`<a href="${selected.trim()}">`, '', '</a>');
  return {
    text: `<a href="${ADDRESS}">${selected}</a>`,
    from: '<a href="'.length,
    to: '<a href="'.length + ADDRESS.length,
  };
}

/** `column`: what a table's columns are called at first. */
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
