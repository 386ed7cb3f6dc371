/** docs/glossary.md: an exported name means one thing, and abandoned words are not used again. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { findSources } from './source-words.ts';

const root = join(import.meta.dirname, '..');

/** By convention each file of a kind exports this name, and no file imports two of them without renaming. */
const CONVENTIONS: Readonly<Record<string, string>> = {
  addRoutes: 'what a capability answers, in its routes.ts',
  Page: 'the component of a page of the web',
};
/** The two languages of one dictionary. */
const TWINS = /^web\/src\/framework\/i18n\/(fa|en)\//;
/** Forbidden at the beginning of a word within a name. */
const GIVEN_UP = ['Kit', 'Told', 'Untold', 'Rival', 'Hindered', 'Usual', 'Door', 'Shop', 'Deaf', 'Desk'];
/** Forbidden as a variable, parameter or shorthand property; wire fields, columns and stored rows keep these names. */
const GIVEN_UP_VARIABLE =
  /(?:\b(?:const|let) |[({,]\s*)(faults?|wage|wageOf)(?=\s*[,})=]|\??: (?:Ppm|bigint|number|readonly|string|unknown)\b)/g;
/** They have injected faults, or columns or wire fields of the name. */
const FILES_WITH_FAULTS = new Set([
  'server/src/alarms/store.ts',
  'server/src/audit-cli.ts',
  'server/src/sandbox/sandbox-bank.ts',
  'server/src/wallet/gateway-settlements/gateway-settlement-store.ts',
  'server/src/watch/acceptances.ts',
  'web/src/pages/backoffice/money/gateways/settlements.tsx',
]);
/** Forbidden as a variable, parameter or function of any file: they don't say what the thing is. A field may have the name. */
const BARE_PARTICIPLES =
  'answered asked begun given heard kept known made named said seen shown taken told wanted'.split(' ');

const FOLDERS = ['bench', 'clients', 'docs', 'domain', 'e2e', 'scripts', 'server', 'web'];

interface Exported {
  file: string;
  name: string;
}

const EXPORT =
  /^export (?:async )?(?:declare )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

const readSources = (side: string): { file: string; text: string }[] =>
  findSources([side], '*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const exportedOf = (sources: ReturnType<typeof readSources>): Exported[] =>
  sources.flatMap(({ file, text }) =>
    [...new Set([...text.matchAll(EXPORT)].map(([, name = '']) => name))].map((name) => ({ file, name })),
  );

const givenUpVariables = (text: string): string[] =>
  [...text.matchAll(GIVEN_UP_VARIABLE)].map(([, name = '']) => name);

/** Returns the names that a pattern declares, without those that are the names of its fields. */
function listDeclaredNames(pattern: ESTree.Node | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ArrayPattern':
      return pattern.elements.flatMap(listDeclaredNames);
    case 'ObjectPattern':
      return pattern.properties.flatMap(listDeclaredNames);
    case 'Property':
      return pattern.shorthand ? [] : listDeclaredNames(pattern.value);
    case 'AssignmentPattern':
      return listDeclaredNames(pattern.left);
    case 'RestElement':
      return listDeclaredNames(pattern.argument);
    default:
      return [];
  }
}

function findBareParticiples(file: string, text: string): string[] {
  const names: string[] = [];
  const add = (node: ESTree.Node | null) => void names.push(...listDeclaredNames(node));
  new Visitor({
    VariableDeclarator: ({ id }) => add(id),
    FunctionDeclaration: ({ id, params }) => [id, ...params].forEach(add),
    FunctionExpression: ({ params }) => params.forEach(add),
    ArrowFunctionExpression: ({ params }) => params.forEach(add),
    CatchClause: ({ param }) => add(param),
    TSFunctionType: ({ params }) => params.forEach(add),
    TSMethodSignature: ({ params }) => params.forEach(add),
  }).visit(parseSync(file, text).program);
  return names.filter((name) => BARE_PARTICIPLES.includes(name));
}

/** Returns names that several files export, with the files. */
function homonymsOf(exported: readonly Exported[]): string[] {
  const files = new Map<string, string[]>();
  for (const { file, name } of exported) {
    if (name in CONVENTIONS || TWINS.test(file)) continue;
    files.set(name, [...(files.get(name) ?? []), file]);
  }
  return [...files].filter(([, of]) => of.length > 1).map(([name, of]) => `${name}: ${of.join(', ')}`);
}

const camel = (file: string): string =>
  basename(file)
    .replace(/\..*$/, '')
    .replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

function givenUp({ file, name }: Exported): string[] {
  const names = [name.charAt(0).toUpperCase() + name.slice(1), camel(file)];
  return GIVEN_UP.filter((word) => names.some((one) => new RegExp(`${word}(?![a-z])`).test(one)));
}

describe.each(['server/src', 'domain/src', 'web/src'])('%s', (side) => {
  const sources = readSources(side);
  const exported = exportedOf(sources);

  it('has exported names', () => {
    expect(exported.length).toBeGreaterThan(100);
  });
  it('has no exported name with two meanings', () => {
    expect(homonymsOf(exported)).toEqual([]);
  });
  it('has no abandoned word in exported names', () => {
    expect(
      exported.flatMap((one) => givenUp(one).map((word) => `${word}: ${one.name} of ${one.file}`)),
    ).toEqual([]);
  });
  it('has no abandoned word as a variable, parameter or shorthand property', () => {
    const files = sources.filter(({ text }) => givenUpVariables(text).length > 0).map(({ file }) => file);
    expect(files).toEqual([...FILES_WITH_FAULTS].filter((file) => file.startsWith(side)));
  });
});

it('no variable, parameter or function is a bare participle', () => {
  const files = findSources(FOLDERS, '*.{ts,tsx}');
  for (const folder of FOLDERS) expect(files.some((file) => file.startsWith(`${folder}/`))).toBe(true);
  const names = files.flatMap((file) =>
    findBareParticiples(file, readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(names).toEqual([]);
});

it('only the lines of a gateway settlement, whose field has the name, are faults in the keys of texts', () => {
  const keys = globSync('messages/*/*/*.json', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/"(\w*fault\w*)":/gi)].map(([, key]) => key),
  );
  expect(keys).toEqual(['faults', 'faults']);
});

it('the check detects a name exported twice, and an abandoned word', () => {
  const twice = ['a.ts', 'b.ts'].map((file) => ({ file, name: 'placeOf' }));
  expect(homonymsOf(twice)).toEqual(['placeOf: a.ts, b.ts']);
  expect(homonymsOf(twice.map(({ file }) => ({ file, name: 'addRoutes' })))).toEqual([]);
  expect(givenUp({ file: 'server/src/trading/shop-of.ts', name: 'companyOf' })).toEqual(['Shop']);
  expect(givenUpVariables('const fault = 1; ({ wage, fee }) => fee; (wage: Ppm) => 1')).toHaveLength(3);
  expect(givenUpVariables("({ wage: fee }); order.wage; t('fault.SAME')")).toEqual([]);
  expect(
    findBareParticiples('a.ts', 'const [asked, { b: said }] = f; ((...told: T[]) => 1); function kept() {}'),
  ).toEqual(['asked', 'said', 'told', 'kept']);
  expect(findBareParticiples('a.ts', 'const { asked } = b.said; f({ told: 1, kept: isKnown });')).toEqual([]);
  expect(givenUp({ file: 'server/src/custody/fork.ts', name: 'markTold' })).toEqual(['Told']);
  expect(givenUp({ file: 'server/src/custody/fork.ts', name: 'kitchenOf' })).toEqual([]);
});

it('the glossary lists the abandoned words', () => {
  const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('## Words to avoid')[1] ?? '';
  for (const word of [...GIVEN_UP, ...BARE_PARTICIPLES])
    expect(glossary).toMatch(new RegExp(`^\\| .*\\b${word.toLowerCase()}\\b`, 'm'));
});

it('the files named in the documents exist', () => {
  for (const page of ['docs/glossary.md', 'docs/tour.md', 'ARCHITECTURE.md']) {
    const matches = [
      ...readFileSync(join(root, page), 'utf8').matchAll(
        /`((?:server|web|domain|messages|scripts)\/[^`]+)`/g,
      ),
    ];
    const paths = matches.map(([, path = '']) => path).filter((path) => !/[<…*]/.test(path));
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  }
});

it('ARCHITECTURE.md describes each folder of the server', () => {
  const table = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('## The rooms')[1] ?? '';
  const folders = readdirSync(join(root, 'server/src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(folders.length).toBeGreaterThan(30);
  expect(
    folders.map(({ name }) => name).filter((name) => !new RegExp(`\`(server/src/)?${name}\``).test(table)),
  ).toEqual([]);
});
