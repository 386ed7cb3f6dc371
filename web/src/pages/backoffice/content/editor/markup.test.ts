import { describe, expect, it } from 'vitest';
import { createInsertion, type Tool } from './markup.ts';

/** Returns the text with the resulting selection in brackets. */
const applyTool = (tool: Tool, selected: string): string => {
  const { text, from, to } = createInsertion(tool, selected, 'ستون');
  return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;
};

describe('createInsertion', () => {
  it.each([
    ['heading', ' متن ', '<h2>[متن]</h2>'],
    ['subheading', '', '<h3>[]</h3>'],
    ['bold', 'مهم', '<strong>[مهم]</strong>'],
    ['paragraph', '', '<p>[]</p>'],
    ['paragraph', 'یک\nدو', '<p>[یک\nدو]</p>'],
    ['paragraph', 'یک\n\n  دو \n \nسه', '<p>یک</p>\n<p>دو</p>\n<p>سه</p>[]'],
    ['list', '', '<ul>\n<li>[]</li>\n</ul>'],
    ['list', 'یک\n\n دو', '<ul>\n<li>یک</li>\n<li>دو</li>\n</ul>[]'],
    ['numbered', 'یک', '<ol>\n<li>یک</li>\n</ol>[]'],
    ['link', 'راهنما', '<a href="[https://]">راهنما</a>'],
    ['link', 'https://example.org/a', '<a href="https://example.org/a">[]</a>'],
    ['link', '/guide/', '<a href="/guide/">[]</a>'],
  ] as const)('applies %s to %j', (tool, selected, expected) => {
    expect(applyTool(tool, selected)).toBe(expected);
  });

  it('inserts a table with a head and two rows', () => {
    const text = applyTool('table', '');
    expect(text).toContain('<th scope="col">[ستون]</th><th scope="col">ستون</th>');
    expect(text.match(/<tr>/g)).toHaveLength(3);
  });
});
