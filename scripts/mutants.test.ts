/**
 * Checks that the mutants of `npm run nightly` still apply to the code; whether tests catch them is checked at
 * night.
 */
import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUTANTS } from './mutants/list.ts';
import { applyEdit, type Edit, listEdits } from './mutants/mutant.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('there are at least thirty mutants of the money code, each with a unique name', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(30);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

const DECLARATION = /\b(export )?(?:async )?(?:const|let|function|class|interface|type|enum) ([\w$]+)/g;

/** Names that the file no longer declares after the edit, though it exported them or still uses them. */
function findLostNames(source: string, edit: Edit): string[] {
  const changed = applyEdit(source, edit);
  const words = new Set(changed.match(/[\w$]+/g));
  const remainingNames = new Set([...changed.matchAll(DECLARATION)].map(([, , name]) => name));
  return [...source.matchAll(DECLARATION)].flatMap(([, exported, name = '']) =>
    !remainingNames.has(name) && (exported || words.has(name)) ? [name] : [],
  );
}

describe.each(MUTANTS)('$name', (mutant) => {
  it('changes the code to something that can still be read', () => {
    for (const edit of listEdits(mutant)) {
      const source = read(edit.file);
      const changed = applyEdit(source, edit);
      expect(changed).not.toBe(source);
      if (edit.file.endsWith('.ts')) expect(() => stripTypeScriptTypes(changed)).not.toThrow();
    }
  });

  // Otherwise any test that reaches the name fails, and says nothing of the defect.
  it('still declares each name that the file exports or uses', () => {
    for (const edit of listEdits(mutant)) expect(findLostNames(read(edit.file), edit)).toEqual([]);
  });

  it('is looked for by tests that are there', () => {
    expect(mutant.tests.length).toBeGreaterThan(0);
    expect(mutant.tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    const { only } = mutant;
    if (only !== undefined) expect(mutant.tests.some((file) => read(file).includes(only))).toBe(true);
  });
});

it('applyEdit refuses a text that does not occur exactly once', () => {
  const edit = { file: 'some.ts', find: 'a', replace: 'b' };
  expect(() => applyEdit('x', edit)).toThrow('0 times');
  expect(() => applyEdit('a a', edit)).toThrow('2 times');
  expect(applyEdit('x a', edit)).toBe('x b');
});

it('finds the names that an edit renames although the file exports or uses them', () => {
  const source = 'export const fee = 1;\nconst total = 2;\nconst unused = 3;\nexport const sum = total;\n';
  const lostBy = (find: string, replace: string) => findLostNames(source, { file: 'some.ts', find, replace });
  expect(lostBy('const fee', 'const feeRate')).toEqual(['fee']);
  expect(lostBy('const total', 'const whole')).toEqual(['total']);
  expect(lostBy('const unused = 3;\n', '')).toEqual([]);
  expect(lostBy('fee = 1', 'fee = 0')).toEqual([]);
});
