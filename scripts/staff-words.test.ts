/** Laws of the audit and jobs have a name and a sentence for staff in both languages, and there are no unused ones. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_LAWS } from '../server/src/watch/check-everything.ts';
import { toActionKey } from '../web/src/pages/backoffice/shared/action-key.ts';

const ROOT = join(import.meta.dirname, '..');

interface Words {
  name: string;
  text: string;
}

const wordsOf = (language: 'fa' | 'en', file: string, part: string): Record<string, Words> =>
  JSON.parse(readFileSync(join(ROOT, `messages/web/${language}/${file}.json`), 'utf8'))[part];

/** `name: 'x', cron: '…', run` of a job: followers of the ledger have steps instead. */
const JOB = /\bname: (?:'([\w-]+)'|([A-Z_]+)),\s*(?:cron: '[^']*',\s*)?(?:\/\/[^\n]*\s*)?(?:async )?run\b/g;
const CONSTANT = /\bconst ([A-Z_]+) = '([a-z]+(?:-[a-z]+)+)'/g;

function readJobNames(): string[] {
  const sources = globSync('server/src/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const constantsOf = (text: string) =>
    new Map([...text.matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, value]));
  const exported = new Map(sources.flatMap((text) => [...constantsOf(text)]));
  return sources.flatMap((text) => {
    const own = constantsOf(text);
    return [...text.matchAll(JOB)].map(
      ([, written, constant = '']) => written ?? own.get(constant) ?? exported.get(constant) ?? constant,
    );
  });
}

function expectWords(texts: Record<string, Words>, keys: readonly string[]): void {
  expect(Object.keys(texts).sort()).toEqual([...new Set(keys)].sort());
  for (const [key, { name, text }] of Object.entries(texts)) {
    expect([key, name.length > 2, /[.:؛]$/.test(name)]).toEqual([key, true, false]);
    expect([key, /\.$/.test(text), text.includes(key)]).toEqual([key, true, false]);
  }
  const names = Object.values(texts).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
}

test.each(['fa', 'en'] as const)('every law of the ledger has texts (%s)', (language) => {
  expect(ALL_LAWS.length).toBeGreaterThan(40);
  expectWords(wordsOf(language, 'staff-laws', 'law'), ALL_LAWS.map(toActionKey));
});

test.each(['fa', 'en'] as const)('every job has texts (%s)', (language) => {
  const jobs = readJobNames();
  expect(jobs.length).toBeGreaterThan(40);
  expectWords(wordsOf(language, 'staff-operations', 'job'), jobs);
});
