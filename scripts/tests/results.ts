// Results and durations of a run's tests.
import { existsSync, readFileSync } from 'node:fs';

/** Result of one test file; written by record-results.ts, a line of JSON each. */
export interface FileResult {
  file: string;
  seconds: number;
  /** CPU seconds, including ended child processes; unset if unknown. */
  cost?: number;
  tests: TestResult[];
  /** Errors outside of any test: the file could not be loaded, a hook failed, or an error was uncaught. */
  errors: string[];
}

export interface TestResult {
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  seconds: number;
  errors: string[];
}

export interface TestTally {
  passed: number;
  /** Names, with their file, each followed by its error message. */
  failed: string[];
  /** The same for tests that failed and passed when they were rerun alone. */
  flaky: string[];
  skipped: string[];
  files: FileResult[];
}

/** Name for errors that vitest could not attribute to a file. */
export const UNATTRIBUTED = 'an error outside of any file';

export const createEmptyTally = (): TestTally => ({
  passed: 0,
  failed: [],
  flaky: [],
  skipped: [],
  files: [],
});
export const createFailureTally = (what: string): TestTally => ({ ...createEmptyTally(), failed: [what] });

/** Reads the lines of a results file. A file that was announced and has no result ended with its process. */
export function readResults(path: string): FileResult[] {
  if (!existsSync(path)) return [];
  const results = new Map<string, FileResult>();
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const result = JSON.parse(line) as FileResult | { announced: string[] };
    if ('announced' in result) {
      for (const file of result.announced)
        results.set(file, { file, seconds: 0, tests: [], errors: ['The file never ended.'] });
      continue;
    }
    const earlier = results.get(result.file);
    // Uncaught errors come at the end of a run, after the result of their file.
    if (earlier && result.tests.length === 0) earlier.errors.push(...result.errors);
    else results.set(result.file, result);
  }
  return [...results.values()];
}

/** Returns every failure by name (`file: test`, or the file for errors outside its tests), with its first error. */
export function listFailures(results: readonly FileResult[]): Map<string, string> {
  const failures = new Map<string, string>();
  for (const { file, tests, errors } of results) {
    for (const test of tests.filter(({ status }) => status === 'failed'))
      failures.set(`${file}: ${test.name}`, test.errors[0] ?? '');
    if (errors.length > 0) failures.set(file, errors[0] ?? '');
  }
  return failures;
}

/** Counts passed and skipped tests; failures are evaluated by prove-failures.ts. */
export function countResults(results: FileResult[], costs = ''): TestTally {
  const costOf = parseCosts(costs);
  const tests = results.flatMap(({ file, tests: ownCost }) =>
    ownCost.map(({ name, status }) => ({ name: `${file}: ${name}`, status })),
  );
  return {
    ...createEmptyTally(),
    passed: tests.filter(({ status }) => status === 'passed').length,
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ name }) => name),
    files: results.map((result) => ({ ...result, ...costOf(result.file) })),
  };
}

/** The lines of count-cost.ts have the files' absolute paths. */
function parseCosts(lines: string): (file: string) => { cost?: number } {
  const costs = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { file: string; seconds: number });
  return (file) => {
    const costRow = costs.findLast((cost) => cost.file.endsWith(`/${file}`));
    return costRow ? { cost: costRow.seconds } : {};
  };
}

/** Enough for a diff and its position, even for a reader who sees only the end of a log. */
const REASON_LINES = 25;

export const appendReason = (name: string, reason: string): string =>
  [name, ...reason.split('\n').filter(Boolean).slice(0, REASON_LINES)].join('\n    ');

export function sumTallies(tallies: readonly TestTally[]): TestTally {
  return {
    passed: tallies.reduce((all, { passed }) => all + passed, 0),
    failed: tallies.flatMap(({ failed }) => failed),
    flaky: tallies.flatMap(({ flaky }) => flaky),
    skipped: tallies.flatMap(({ skipped }) => skipped),
    files: tallies.flatMap(({ files }) => files),
  };
}

export const listSlowestFiles = (files: readonly FileResult[], most: number): FileResult[] =>
  files.toSorted((one, other) => other.seconds - one.seconds).slice(0, most);

export const sumCosts = (files: readonly FileResult[]): number =>
  files.reduce((all, { cost = 0 }) => all + cost, 0);

/** At night nothing may be skipped: what this machine lacks for a test is a failure then, not an unread line. */
export const isGreenRun = ({ passed, failed, skipped }: TestTally, nightly: boolean): boolean =>
  passed > 0 && failed.length === 0 && !(nightly && skipped.length > 0);
