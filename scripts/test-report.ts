// What the tests of a run did and how long they took.
import { relative } from 'node:path';

export interface Tally {
  passed: number;
  /** Names, with their file. */
  failed: string[];
  skipped: string[];
  files: FileTime[];
}

export interface FileTime {
  file: string;
  seconds: number;
  tests: { name: string; status: string; seconds: number }[];
}

/** The part of vitest's JSON report that we read. Times are in milliseconds. */
export interface VitestReport {
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: {
      fullName: string;
      status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled';
      duration?: number | null;
    }[];
  }[];
}

export const nothing = (): Tally => ({ passed: 0, failed: [], skipped: [], files: [] });
export const failure = (what: string): Tally => ({ ...nothing(), failed: [what] });

/** Names of files are given from `root` on. */
export function count({ testResults }: VitestReport, root: string): Tally {
  const tally = nothing();
  for (const { name, status, startTime, endTime, assertionResults } of testResults) {
    const file = relative(root, name);
    for (const test of assertionResults) {
      if (test.status === 'passed') tally.passed++;
      else (test.status === 'failed' ? tally.failed : tally.skipped).push(`${file}: ${test.fullName}`);
    }
    // A file that cannot be loaded, or whose hooks fail, has no failed test of its own.
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      tally.failed.push(file);
    tally.files.push({
      file,
      seconds: seconds(endTime - startTime),
      tests: assertionResults.map((test) => ({
        name: test.fullName,
        status: test.status,
        seconds: seconds(test.duration ?? 0),
      })),
    });
  }
  return tally;
}

export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((all, { passed }) => all + passed, 0),
    failed: tallies.flatMap(({ failed }) => failed),
    skipped: tallies.flatMap(({ skipped }) => skipped),
    files: tallies.flatMap(({ files }) => files),
  };
}

export const slowest = (files: readonly FileTime[], most: number): FileTime[] =>
  files.toSorted((one, other) => other.seconds - one.seconds).slice(0, most);

const seconds = (ms: number): number => Math.round(ms) / 1000;
