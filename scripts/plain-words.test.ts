/** Comments, test titles and names don't use the words that docs/glossary.md retires. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findComments, findIdentifiers, findSources, findSqlComments, findTitles } from './source-words.ts';

const root = join(import.meta.dirname, '..');
/** `test` holds quarantined files alone, and is empty when there are none. */
const FOLDERS = ['bench', 'clients', 'domain', 'e2e', 'scripts', 'server', 'test', 'web'];

/** Retired from comments and test titles. */
const RETIRED_WORDS = [
  'whoever',
  'whomever',
  'somebody',
  'anew',
  'at once',
  'of before',
  'reckon',
  'reckoned',
  'judge',
  'judged',
  'untold',
  'goes on',
  'came of',
  'became of',
  'the books',
  'taken back',
  'given back',
  'any more',
  'by itself',
];
/** Retired from names of constants, local ones too. */
const RETIRED_NAMES = [
  'MOST_',
  'LONGEST_',
  'LEAST_',
  'FEWEST_',
  'SHORTEST_',
  'AT_ONCE',
  'BITE',
  'BEAT_MS',
  'PATIENCE',
];

/** Retired from all names, each as the words of a name in camel case. */
const RETIRED_IDENTIFIERS = [
  'whoever',
  'whomever',
  'somebody',
  'nobody',
  'anew',
  'reckon',
  'reckoned',
  'owes',
  'take back',
  'give back',
  'go on',
];

const SHOUTED = /\b[A-Z][A-Z_]{2,}\b/g;
/** “ask_forHTMLText” → “ask for html text”. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_$]+/g, ' ')
    .toLowerCase();
const IDENTIFIERS = new RegExp(`(?:^| )(?:${RETIRED_IDENTIFIERS.join('|')})(?: |$)`);

const WORDS = new RegExp(`(?<![\\w.\`-])(?:${RETIRED_WORDS.join('|')})(?![\\w\`-])`, 'i');
const NAMES = new RegExp(
  `^(?:${RETIRED_NAMES.filter((name) => name.endsWith('_')).join('|')})|(?:^|_)(?:${RETIRED_NAMES.filter((name) => !name.endsWith('_')).join('|')})S?(?:_|$)`,
);

function retiredIn(file: string, source: string): string[] {
  const words = [...findComments(source), ...findTitles(file, source)].filter((text) => WORDS.test(text));
  const names = [...new Set([...source.matchAll(SHOUTED)].map(([name]) => name))].filter((name) =>
    NAMES.test(name),
  );
  const identifiers = file.endsWith('.css')
    ? []
    : findIdentifiers(source).filter((name) => IDENTIFIERS.test(wordsOf(name)));
  return [...words, ...names, ...identifiers].map((word) => `${file}: ${word}`);
}

const files = findSources(FOLDERS, '*.{ts,tsx,mjs,css}').filter(
  (file) => file !== 'scripts/plain-words.test.ts',
);

it('reads the sources of all parts', () => {
  for (const folder of FOLDERS.filter((folder) => folder !== 'test'))
    expect(files.some((file) => file.startsWith(`${folder}/`))).toBe(true);
  expect(files.length).toBeGreaterThan(2_000);
});

it('finds no retired word in comments and test titles, and no retired name', () => {
  expect(files.flatMap((file) => retiredIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

it('finds no retired word in comments of migrations, which are never changed after a release', () => {
  const migrations = globSync('server/migrations/*.sql', { cwd: root });
  expect(migrations.length).toBeGreaterThan(10);
  const comments = migrations.flatMap((file) => findSqlComments(readFileSync(join(root, file), 'utf8')));
  expect(comments.length).toBeGreaterThan(1_000);
  expect(comments.filter((comment) => WORDS.test(comment))).toEqual([]);
});

describe('retiredIn', () => {
  it.each([
    ['a line comment', '// Whoever comes first.'],
    ['a block comment over two lines', '/**\n * Reads it at\n * once.\n */'],
    ['a local constant', 'function f() {\n  const MOST_ROWS = 3;\n}'],
    ['a chunk size', 'const BITE = 3;'],
    ['a timeout', 'const CLOSE_PATIENCE_MS = 3;'],
    ['a test title', "it('goes on after a failure', () => {});"],
    ['a local variable', 'function f() {\n  const somebody = 3;\n}'],
    ['a method of two words', 'const t = { takeBackAll() {} };'],
    ['a parameter', 'const f = (goOn: boolean) => goOn;'],
  ])('reports %s', (_, source) => {
    expect(retiredIn('a.test.ts', source)).toHaveLength(1);
  });

  it('ignores code, longer words and names in code style', () => {
    expect(retiredIn('a.ts', "/** `judge` of a prejudged UTMOST_ROWS. */\nconst s = 'anew';")).toEqual([]);
  });
});

it('the glossary lists each retired word and name', () => {
  const table = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('## Words to avoid')[1] ?? '';
  const listed = table
    .split('\n')
    .map((row) => row.split('|')[1] ?? '')
    .join(', ');
  expect(
    [...RETIRED_WORDS, ...RETIRED_NAMES, ...RETIRED_IDENTIFIERS].filter((word) => !listed.includes(word)),
  ).toEqual([]);
});
