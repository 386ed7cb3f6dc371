/** That the mutants of `npm run nightly` still fit the code; whether they are caught is shown at night. */
import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUTANTS } from './mutants/list.ts';
import { editsOf, mutated } from './mutants/mutant.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('breaks the money code in at least thirty ways, each with a name of its own', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(30);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

describe.each(MUTANTS)('$name', (mutant) => {
  it('changes the code to something that can still be read', () => {
    for (const edit of editsOf(mutant)) {
      const source = read(edit.file);
      const changed = mutated(source, edit);
      expect(changed).not.toBe(source);
      if (edit.file.endsWith('.ts')) expect(() => stripTypeScriptTypes(changed)).not.toThrow();
    }
  });

  it('is looked for by tests that are there', () => {
    expect(mutant.tests.length).toBeGreaterThan(0);
    expect(mutant.tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const { only } = mutant;
    if (only !== undefined) expect(mutant.tests.some((file) => read(file).includes(only))).toBe(true);
  });
});

it('refuses a text that is not there exactly once', () => {
  const edit = { file: 'some.ts', find: 'a', replace: 'b' };
  expect(() => mutated('x', edit)).toThrow('0 times');
  expect(() => mutated('a a', edit)).toThrow('2 times');
  expect(mutated('x a', edit)).toBe('x b');
});
