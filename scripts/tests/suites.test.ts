/** The layout of the tests: docs/decisions/0115. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  getFileSeconds,
  JOURNEYS_FOLDER,
  listBrowserFiles,
  listFilesOfPart,
  listOverdueQuarantine,
  listUnitFiles,
  readQuarantine,
} from './suites.ts';

const ROOT = join(import.meta.dirname, '../..');
const gate = [
  ...listUnitFiles('gate'),
  ...listBrowserFiles().filter((file) => file.startsWith(JOURNEYS_FOLDER)),
];

/** Things that only the whole suite may do, including pauses of a fake clock and of a browser's page. */
const REFUSED = [
  { what: 'starts processes', pattern: /from 'node:(?:child_process|cluster)'/ },
  { what: 'sleeps', pattern: /from 'node:timers\/promises'|\bsetTimeout\(|\bsleep\(|\bwaitForTimeout\(/ },
  { what: 'runs a failed test again by itself', pattern: /\bretry: [1-9]/ },
];
const findProblems = (source: string): string[] =>
  REFUSED.filter(({ pattern }) => pattern.test(source)).map(({ what }) => what);

describe('a test file of the gate', () => {
  it('neither starts a process nor sleeps', () => {
    expect(gate.length).toBeGreaterThan(300);
    const problems = gate.flatMap((file) =>
      findProblems(readFileSync(join(ROOT, file), 'utf8')).map((what) => `${file} ${what}`),
    );
    // This file contains what it refuses.
    expect(problems.filter((problem) => !problem.startsWith('scripts/tests/suites.test.ts '))).toEqual([]);
  });

  it.each([
    ["import { spawn } from 'node:child_process';", ['starts processes']],
    ['await new Promise((resolve) => setTimeout(resolve, 300));', ['sleeps']],
    ["import { setTimeout as pause } from 'node:timers/promises';", ['sleeps']],
    ['await page.waitForTimeout(100);', ['sleeps']],
    ["it('works', { retry: 2 }, () => {});", ['runs a failed test again by itself']],
    ['await expect.poll(count).toBe(2);', []],
  ])('is refused for its content: %s', (source, problems) => {
    expect(findProblems(source)).toEqual(problems);
  });
});

describe('listFilesOfPart', () => {
  const files = [...listUnitFiles('gate'), ...listUnitFiles('system'), ...listBrowserFiles()];

  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['by day', undefined],
    ['by night', '1'],
  ])('assigns every file to one part, with about the same duration each %s', (_, nightly) => {
    vi.stubEnv('SARRAF_NIGHTLY', nightly);
    const parts = [1, 2, 3, 4, 5, 6].map((part) => listFilesOfPart(files, part, 6));
    expect(parts.flat().sort()).toEqual(files.toSorted());
    const seconds = parts.map((part) => part.reduce((all, file) => all + getFileSeconds(file), 0));
    expect(Math.max(...seconds)).toBeLessThan(1.1 * Math.min(...seconds));
    const crashes = getFileSeconds('server/test/orders-crash.system.test.ts');
    expect(crashes > 1_800).toBe(nightly === '1');
  });

  it('assigns each file to one suite', () => {
    expect(new Set(files).size).toBe(files.length);
    expect(listUnitFiles('system').length).toBeGreaterThan(50);
  });
});

describe('quarantine of test files', () => {
  it('requires date and reason of each file, and reports overdue ones', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sarraf-quarantine-'));
    try {
      writeFileSync(join(folder, 'README.md'), 'not a test');
      writeFileSync(join(folder, 'a.test.ts'), '// Quarantined 2026-11-01: it races with the clock.\n');
      const quarantined = readQuarantine(folder);
      expect(quarantined).toEqual([
        { file: 'a.test.ts', since: new Date('2026-11-01'), why: 'it races with the clock.' },
      ]);
      expect(listOverdueQuarantine(quarantined, new Date('2026-12-01'))).toEqual([]);
      expect(listOverdueQuarantine(quarantined, new Date('2026-12-02'))).toHaveLength(1);
      writeFileSync(join(folder, 'b.test.ts'), 'it("has no reason");\n');
      expect(() => readQuarantine(folder)).toThrow('b.test.ts');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('lists every quarantined file', () => {
    expect(() => readQuarantine()).not.toThrow();
  });
});
