import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { assertRunPassed, writeReport } from './gate-report.ts';
import { createEmptyTally } from './results.ts';

const folder = mkdtempSync(join(tmpdir(), 'sarraf-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const COMMIT = 'a'.repeat(40);

function assertWith({ id = COMMIT, clean = true, failed = [] as string[] }): void {
  const path = join(folder, 'all.json');
  writeReport(path, { commit: { id, clean }, total: { ...createEmptyTally(), failed }, quarantined: 0 });
  assertRunPassed(path, COMMIT, 'npm run test:all');
}

it('accepts the report of a green run of this commit', () => {
  expect(() => assertWith({})).not.toThrow();
});

it.each([
  ['another commit', { id: 'b'.repeat(40) }, 'has not run on aaaaaaaaaaaa'],
  ['a tree with other changes', { clean: false }, 'has not run on aaaaaaaaaaaa'],
  ['a red run', { failed: ['a test'] }, 'is red on aaaaaaaaaaaa: 1 failed'],
])('refuses the report of %s', (_name, report, message) => {
  expect(() => assertWith(report)).toThrow(message);
});

it('refuses a run that left no report', () => {
  expect(() => assertRunPassed(join(folder, 'none.json'), COMMIT, 'npm run test:all')).toThrow('has not run');
});
