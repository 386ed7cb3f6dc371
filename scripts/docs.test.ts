/** Links in the documents resolve, and decisions have one format. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ORDER_STATUSES } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import { findBrokenLinks, listHeadings } from './markdown.ts';
import { listReleases } from './release-notes.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('links in Markdown', () => {
  const pages = globSync('**/*.md', {
    cwd: root,
    exclude: (name) => name.includes('node_modules') || name === 'data',
  });

  it('resolve, in every page of the repository', () => {
    expect(pages).toContain('README.md');
    expect(pages).toContain('docs/configuration.md');
    const broken = pages.flatMap((page) =>
      findBrokenLinks(join(root, page), read(page)).map((to) => `${page}: ${to}`),
    );
    expect(broken).toEqual([]);
  });

  it('no command names the tag of a release that the changelog doesn’t have', () => {
    const tags = listReleases(read('CHANGELOG.md')).map((version) => `v${version}`);
    const unknownTags = pages.flatMap((page) =>
      [...read(page).matchAll(/\bgit [^`\n]*?\b(v\d+\.\d+\.\d+)\b/g)].flatMap(([command, tag = '']) =>
        tags.includes(tag) ? [] : [`${page}: ${command}`],
      ),
    );
    expect(unknownTags).toEqual([]);
  });

  it.each([
    ['a missing file', '[a](docs/nothing.md)', ['docs/nothing.md']],
    ['a missing heading', '# One\n[a](#two)', ['#two']],
    ['a missing heading of another page', '[a](README.md#nothing)', ['README.md#nothing']],
    ['a missing picture', '![a](docs/nothing.png)', ['docs/nothing.png']],
    [
      'files, headings and pictures',
      '# One *two*\n# One two\n[a](#one-two-1) [b](docs) ![c](docs/pictures/home.webp)',
      [],
    ],
    ['headings of other pages', '[a](README.md#two-commands)', []],
    [
      'links to other sites, and code',
      '[a](https://example.com/x.md) `[b](no.md)`\n```\n[c](no.md)\n```\n',
      [],
    ],
  ])('are checked: %s', (_what, text, broken) => {
    expect(findBrokenLinks(join(root, 'PAGE.md'), text)).toEqual(broken);
  });
});

describe('docs/decisions', () => {
  const files = globSync('docs/decisions/[0-9]*.md', { cwd: root }).sort();

  it.each(files)('%s has status, context, decision and consequence on one screen', (file) => {
    const text = read(file);
    const [title = '', ...parts] = listHeadings(text);
    expect(title).toMatch(new RegExp(`^${Number.parseInt(file.slice(15, 19), 10)}\\. `));
    expect(parts).toEqual(['Status', 'Context', 'Decision', 'Consequence']);
    expect(text.split('\n').length).toBeLessThanOrEqual(72);
  });

  it('are each listed once in the index, by their titles', () => {
    const entries = [...read('docs/decisions/README.md').matchAll(/^- (\[.+\]\(.+\)): /gm)];
    expect(entries.map(([, link]) => link).sort()).toEqual(
      files.map((file) => `[${listHeadings(read(file))[0]}](${file.slice(15)})`).sort(),
    );
  });
});

describe('docs/states.md', () => {
  const page = read('docs/states.md');
  const schema = read('server/schema.sql');
  const label =
    /<!-- (\w+)\.(\w+)(?:, of which nothing writes (\w+))? -->\n```mermaid\nstateDiagram-v2\n([\s\S]*?)```/g;
  const drawn = new Map<string, Set<string>>();
  for (const [, table = '', column = '', unwritten, body = ''] of page.matchAll(label)) {
    const name = `${table}.${column}`;
    const states = drawn.get(name) ?? new Set(unwritten === undefined ? [] : [unwritten]);
    for (const line of body.trimEnd().split('\n')) for (const state of statesOf(line)) states.add(state);
    drawn.set(name, states);
  }

  it('labels every diagram with its column', () => {
    expect([...page.matchAll(/```mermaid/g)]).toHaveLength([...page.matchAll(label)].length);
    expect(drawn.size).toBeGreaterThan(10);
  });

  it.each([...drawn])('contains exactly the states of %s', (name, states) => {
    expect([...states].sort()).toEqual([...allowed(schema, name)].sort());
  });
});

/** Returns the two ends of an arrow; anything else in a diagram is an error. */
function statesOf(line: string): string[] {
  const arrow = /^ {4}(\[\*\]|[A-Z_]+) --> ([A-Z_]+): [^:;#]+$/.exec(line);
  if (arrow === null) throw new Error(`no arrow with a text: ${line}`);
  return arrow.slice(1).filter((state) => state !== '[*]');
}

/** Returns the values that the table's check constraint allows; those of orders come from the contract. */
function allowed(schema: string, name: string): readonly string[] {
  if (name === 'orders.order_status') return ORDER_STATUSES;
  const [table, column] = name.split('.');
  const body = new RegExp(`^CREATE TABLE ${table} \\(\\n([\\s\\S]*?)^\\)`, 'm').exec(schema)?.[1] ?? '';
  const check =
    new RegExp(`CHECK \\(\\(${column} = ANY \\(ARRAY\\[([^\\]]*)\\]\\)\\)\\)`).exec(body)?.[1] ?? '';
  return [...check.matchAll(/'(\w+)'/g)].map(([, state = '']) => state);
}

it('docs/dependencies.md has a row for exactly the direct dependencies', () => {
  const manifests = ['.', 'domain', 'server', 'web'].map((folder) =>
    JSON.parse(read(join(folder, 'package.json'))),
  );
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const direct = manifests.flatMap((manifest) => kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {})));
  const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.sort()).toEqual([...new Set(direct)].filter((name) => !name.startsWith('@sarraf/')).sort());
});
