import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { initialMessages } from './framework/i18n/fa/first.ts';
import { deferredMessages } from './framework/i18n/fa/rest.ts';
import { staff } from './framework/i18n/fa/staff.ts';

const root = import.meta.dirname;
/** Parts of the dictionary loaded before any page, or with every page but the first. */
const ALWAYS = new Set([...Object.keys(initialMessages), 'error']);
const PARTS = new Set([...Object.keys(deferredMessages), ...Object.keys(staff)]);
const routes = ['routes.tsx', 'personal-routes.ts']
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join();

interface Source {
  imports: readonly string[];
  /** Modules imported lazily, */
  later: readonly string[];
  /** and the parts of the dictionary loaded with them. */
  brought: readonly string[];
  parts: readonly string[];
}
const sources = new Map<string, Source>();

const partOf = (file: string): string => file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns a file's imports of our own modules and the parts of the dictionary that it reads. */
function sourceOf(path: string): Source {
  const cachedSource = sources.get(path);
  if (cachedSource) return cachedSource;
  const text = readFileSync(path, 'utf8');
  const files = (pattern: RegExp): string[] =>
    [...text.matchAll(pattern)]
      .map(([, file = '']) => join(dirname(path), file))
      .filter((file) => !file.includes('i18n'));
  // A component that uses the whole dictionary reads full keys.
  const matches = text.includes('useTranslations()')
    ? text.matchAll(/['`](\w+)\.[\w.$]/g)
    : text.matchAll(/useTranslations\([^)]*?'(\w+)/g);
  const source = {
    imports: files(/(?:import|export) (?!type)[^;]*?from '(\.[^']+\.tsx?)'/g),
    later: files(/import\('(\.[^']+)'\)/g),
    brought: (/loadTexts\(([^)]*)\)/.exec(text)?.[1]?.match(/[\w-]+/g) ?? []).map(partOf),
    parts: [...matches].flatMap(([, part = '']) => (PARTS.has(part) && !ALWAYS.has(part) ? part : [])),
  };
  sources.set(path, source);
  return source;
}

function partsOf(file: string, visitedFiles = new Set<string>()): Set<string> {
  if (visitedFiles.has(file)) return new Set();
  visitedFiles.add(file);
  const { imports, later, brought, parts } = sourceOf(file);
  const textParts = new Set(parts);
  for (const other of imports) for (const part of partsOf(other, visitedFiles)) textParts.add(part);
  for (const other of later)
    for (const part of partsOf(other, brought.length > 0 ? new Set() : visitedFiles))
      if (!brought.includes(part)) textParts.add(part);
  return textParts;
}

const pages = [...routes.matchAll(/lazyPage\(\s*\(\) => import\('([^']+)'\)([^)]*)\)/g)].map(
  ([, file, texts]) => ({
    file: file ?? '',
    named: [...(texts ?? '').matchAll(/'([\w-]+)'/g)].flatMap(([, part = '']) =>
      part === 'staff'
        ? Object.keys(staff)
        : part.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    ),
  }),
);

test('finds the pages', () => {
  expect(pages.length).toBeGreaterThan(40);
});

test.each(pages)('$file lists exactly the parts of the dictionary that it reads', ({ file, named }) => {
  const read = partsOf(join(root, file));
  // The labels of its menu are in the route records.
  if (file.endsWith('profile-layout.tsx'))
    for (const [, part = ''] of routes.matchAll(/label: '(\w+)\./g)) if (PARTS.has(part)) read.add(part);
  expect([...read].sort()).toEqual([...named].sort());
});
