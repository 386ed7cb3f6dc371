/** Names of CSS modules are local, and TypeScript accepts any: a misspelled one has no effect, and nobody is told. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../web/src');
const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
/** Of a selector: a declaration has no brace after it. */
const CLASS = /\.([a-z][\w-]*)(?=[^{};]*\{)/gi;

const listFiles = (pattern: string) => globSync(pattern, { cwd: SOURCES });
const readSource = (file: string) => readFileSync(join(SOURCES, file), 'utf8').replaceAll(COMMENT, '');
const matchAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

test('components use exactly the classes of their CSS modules', () => {
  const declared = new Map(
    listFiles('**/*.module.css').map((file) => [file, new Set(matchAll(readSource(file), CLASS))]),
  );
  expect(declared.size).toBeGreaterThan(100);
  const used = new Map([...declared.keys()].map((file) => [file, new Set<string>()]));
  const missing: string[] = [];
  for (const file of listFiles('**/*.{ts,tsx}')) {
    const source = readSource(file);
    for (const [, variable, path = ''] of source.matchAll(IMPORT)) {
      const sheet = join(dirname(file), path);
      const classes = declared.get(sheet) ?? new Set();
      const names = matchAll(source, new RegExp(`(?<![\\w./'-])${variable}\\.(\\w+)`, 'g'));
      missing.push(
        ...names.filter((name) => !classes.has(name)).map((name) => `${file}: ${variable}.${name}`),
      );
      // `css[name]`, or the whole module: as an argument, or destructured.
      const isDynamic = new RegExp(`(?<![\\w./'-])${variable}(?=[[)},;])`).test(source);
      for (const name of isDynamic ? classes : names) used.get(sheet)?.add(name);
    }
  }
  const unused = [...declared].flatMap(([sheet, classes]) =>
    [...classes].filter((name) => !used.get(sheet)?.has(name)).map((name) => `${sheet}: .${name}`),
  );
  expect({ missing, unused }).toEqual({ missing: [], unused: [] });
});

test('animations have keyframes in the same CSS module', () => {
  const missing = listFiles('**/*.module.css').flatMap((file) => {
    const source = readSource(file);
    const keyframes = new Set(matchAll(source, /@keyframes ([\w-]+)/g));
    return matchAll(source, /animation(?:-name)?: (?!none)([\w-]+)/g)
      .filter((name) => !keyframes.has(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});
