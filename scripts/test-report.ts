// What the tests of a run did and how long they took.
import { relative } from 'node:path';

export interface Tally {
  passed: number;
  /** Names, with their file, and below it what was said where it failed. */
  failed: string[];
  skipped: string[];
  files: FileTime[];
}

export interface FileTime {
  file: string;
  seconds: number;
  /** Of a processor, with the programs that it started and ended; unset where that is not known. */
  cost?: number;
  tests: { name: string; status: string; seconds: number }[];
}

/** The part of vitest's JSON report that we read. Times are in milliseconds. */
export interface VitestReport {
  testResults: {
    name: string;
    status: string;
    /** Why the file could not be loaded. */
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: {
      fullName: string;
      status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled';
      duration?: number | null;
      failureMessages?: string[] | null;
    }[];
  }[];
}

export const nothing = (): Tally => ({ passed: 0, failed: [], skipped: [], files: [] });
export const failure = (what: string): Tally => ({ ...nothing(), failed: [what] });

/** Names of files are given from `root` on; `costs`: the lines of count-cost.ts. */
export function count({ testResults }: VitestReport, root: string, costs = ''): Tally {
  const costOf = readCosts(costs, root);
  const tally = nothing();
  for (const { name, status, message, startTime, endTime, assertionResults } of testResults) {
    const file = relative(root, name);
    for (const test of assertionResults) {
      const named = `${file}: ${test.fullName}`;
      if (test.status === 'passed') tally.passed++;
      else if (test.status !== 'failed') tally.skipped.push(named);
      else tally.failed.push(withReasons(named, test.failureMessages ?? []));
    }
    // A file that cannot be loaded, or whose hooks fail, has no failed test of its own.
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      tally.failed.push(withReasons(file, message ? [message] : []));
    tally.files.push({
      file,
      seconds: seconds(endTime - startTime),
      ...(costOf.has(file) && { cost: costOf.get(file) }),
      tests: assertionResults.map((test) => ({
        name: test.fullName,
        status: test.status,
        seconds: seconds(test.duration ?? 0),
      })),
    });
  }
  return tally;
}

function readCosts(lines: string, root: string): Map<string, number> {
  const costs = new Map<string, number>();
  for (const line of lines.split('\n').filter((text) => text !== '')) {
    const { file, seconds } = JSON.parse(line) as { file: string; seconds: number };
    costs.set(relative(root, file), seconds);
  }
  return costs;
}

/** Long enough for a difference and its place; whoever sees no more than the end of a log needs no other line. */
const REASON_LINES = 25;

const withReasons = (name: string, reasons: readonly string[]): string =>
  [name, ...reasons.flatMap((reason) => reason.split('\n').slice(0, REASON_LINES))].join('\n    ');

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

export const dearest = (files: readonly FileTime[], most: number): FileTime[] =>
  files.toSorted((one, other) => (other.cost ?? 0) - (one.cost ?? 0)).slice(0, most);

export const costOfAll = (files: readonly FileTime[]): number =>
  files.reduce((all, { cost = 0 }) => all + cost, 0);

const seconds = (ms: number): number => Math.round(ms) / 1000;
