import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  countResults,
  createEmptyTally,
  type FileResult,
  isGreenRun,
  listFailures,
  listSlowestFiles,
  readResults,
  sumCosts,
  sumTallies,
} from './results.ts';

const folder = mkdtempSync(join(tmpdir(), 'sarraf-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

const result = (
  file: string,
  seconds: number,
  statuses: ('passed' | 'failed' | 'skipped')[],
  errors: string[] = [],
): FileResult => ({
  file,
  seconds,
  errors,
  tests: statuses.map((status, n) => ({
    name: `test ${n}`,
    status,
    seconds: 0.01,
    errors: status === 'failed' ? [`expected 1 to be 2\n at ${file}:7`] : [],
  })),
});

const results = [
  result('a.test.ts', 0.25, ['passed', 'skipped']),
  result('b.test.ts', 4, ['passed', 'failed']),
  result('c.test.ts', 0.03, ['passed'], ['a hook failed']),
];

it('count counts tests, and names each failure with its first error', () => {
  const tally = countResults(results);
  expect(tally.passed).toBe(3);
  expect(tally.skipped).toEqual(['a.test.ts: test 1']);
  expect([...listFailures(results)]).toEqual([
    ['b.test.ts: test 1', 'expected 1 to be 2\n at b.test.ts:7'],
    ['c.test.ts', 'a hook failed'],
  ]);
  expect(sumTallies([tally, tally])).toMatchObject({ passed: 6, files: { length: 6 } });
});

it("slowest and sumCosts name the slowest files, and sum up the files' costs", () => {
  expect(listSlowestFiles(results, 2).map(({ file }) => file)).toEqual(['b.test.ts', 'a.test.ts']);
  const { files } = countResults(
    results,
    '{"file":"/here/a.test.ts","seconds":3.5}\n{"file":"/here/c.test.ts","seconds":1}\n',
  );
  expect(sumCosts(files)).toBe(4.5);
});

it('readResults fails a file that was announced and has no result, and assigns late errors to their file', () => {
  const path = join(folder, 'results.jsonl');
  const late = { file: 'a.test.ts', seconds: 0, tests: [], errors: ['nobody caught it'] };
  const lines = [{ announced: ['a.test.ts', 'gone.test.ts'] }, results[0], late];
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  expect([...listFailures(readResults(path)).keys()]).toEqual(['a.test.ts', 'gone.test.ts']);
  expect(readResults(join(folder, 'none'))).toEqual([]);
});

it('isGreenRun fails at night when anything was skipped, by day only when something failed or nothing ran', () => {
  const passed = { ...createEmptyTally(), passed: 3 };
  const skipped = { ...passed, skipped: ['a.test.ts: needs nginx'] };
  expect([isGreenRun(passed, true), isGreenRun(skipped, true), isGreenRun(skipped, false)]).toEqual([
    true,
    false,
    true,
  ]);
  expect([isGreenRun(createEmptyTally(), false), isGreenRun({ ...passed, failed: ['b'] }, false)]).toEqual([
    false,
    false,
  ]);
});
