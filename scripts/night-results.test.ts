import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findLastResult, type StoredResult, storeResult } from './night-results.ts';
import type { PartVerdict } from './run-parts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sarraf-night-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const createResult = (verdict: PartVerdict, hour: number): StoredResult => ({
  verdict,
  minutes: 3,
  at: `2026-11-30T0${hour}:00:00.000Z`,
  seed: '7',
});

it('the last result of a part counts, on any commit that has the same files', () => {
  expect(findLastResult(join(folder, 'none'), 'soak', () => true)).toBeUndefined();
  storeResult(folder, 'b', 'soak', createResult('FAILED', 1));
  storeResult(folder, 'a', 'soak', createResult('passed', 2));
  storeResult(folder, 'a', 'faults', createResult('passed', 3));
  storeResult(folder, 'c', 'soak', createResult('skipped: no such program', 4));
  const findVerdict = (...commits: string[]) =>
    findLastResult(folder, 'soak', (commit) => commits.includes(commit))?.verdict;
  expect(findVerdict('a', 'b')).toBe('passed');
  expect(findVerdict('b')).toBe('FAILED');
  expect(findVerdict('a', 'b', 'c')).toBe('skipped: no such program');
  expect(findVerdict('d')).toBeUndefined();
  expect(findLastResult(folder, 'faults', () => true)?.at).toBe('2026-11-30T03:00:00.000Z');
});

it('a part that ran again on a commit has its last result only', () => {
  storeResult(folder, 'a', 'soak', createResult('passed', 1));
  storeResult(folder, 'a', 'soak', createResult('FAILED', 2));
  expect(findLastResult(folder, 'soak', () => true)?.verdict).toBe('FAILED');
});
