// Lists the tests, and which of them are the gate, by the names of the files: docs/decisions/0115.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSkippedTests } from './not-here.ts';

const ROOT = join(import.meta.dirname, '../..');

export const UNIT_FILES = [
  'domain/**/*.test.ts',
  'server/**/*.test.ts',
  'web/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
  'clients/**/*.test.ts',
];
/** Tests that start a process, listen for a daemon, depend on the wall clock, or take long. */
export const SYSTEM_FILES = [
  '{domain,server,web,scripts,clients}/**/*.system.test.{ts,tsx}',
  'server/test/system/**/*.test.ts',
];
/** The browser tests of the gate. */
export const JOURNEYS_FOLDER = 'e2e/journeys/';
export const QUARANTINE_FOLDER = 'test/quarantine';
const QUARANTINE_DAYS = 30;

const skipped = listSkippedTests({ platform: process.platform, hasBrowser: true }).map(({ files }) => files);
const findFiles = (patterns: readonly string[], exclude: readonly string[]): string[] =>
  globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**', ...exclude, ...skipped] })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/** Returns the test files that run without a browser, relative to the project's folder. */
export const listUnitFiles = (suite: 'gate' | 'system'): string[] =>
  suite === 'gate' ? findFiles(UNIT_FILES, SYSTEM_FILES) : findFiles(SYSTEM_FILES, []);
export const listBrowserFiles = (): string[] => findFiles(['e2e/**/*.test.ts'], []);

/** Quarantined test files: `// Quarantined 2026-11-28: why.` is the first line of each. */
export function readQuarantine(
  folder = join(ROOT, QUARANTINE_FOLDER),
): { file: string; since: Date; why: string }[] {
  return readdirSync(folder)
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((file) => {
      const head = /^\/\/ Quarantined (\d{4}-\d{2}-\d{2}): (\S.*)$/m.exec(
        readFileSync(join(folder, file), 'utf8'),
      );
      if (!head?.[1] || !head[2])
        throw new Error(`${file} lacks the date and the reason: // Quarantined 2026-11-28: why`);
      return { file, since: new Date(head[1]), why: head[2] };
    });
}

/** Returns one line for each file that has been in quarantine for too long. */
export const listOverdueQuarantine = (files: ReturnType<typeof readQuarantine>, now: Date): string[] =>
  files
    .filter(({ since }) => now.getTime() - since.getTime() > QUARANTINE_DAYS * 86_400_000)
    .map(
      ({ file, since, why }) =>
        `${QUARANTINE_FOLDER}/${file} has been there since ${since.toISOString().slice(0, 10)}: ${why}`,
    );

/**
 * Seconds of the long files in a whole run on two cores, and in their long forms if those take longer; `npm run
 * test:all` prints how long each took.
 */
const FILE_SECONDS = new Map(
  readFileSync(join(import.meta.dirname, 'durations.tsv'), 'utf8')
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split('\t'))
    .map(([seconds, file, byNight = seconds]) => [
      file as string,
      { byDay: Number(seconds), byNight: Number(byNight) },
    ]),
);
const DEFAULT_SECONDS = 3;

export function getFileSeconds(file: string): number {
  const seconds = FILE_SECONDS.get(file);
  if (!seconds) return DEFAULT_SECONDS;
  return process.env.SARRAF_NIGHTLY ? seconds.byNight : seconds.byDay;
}

/**
 * Returns the files of part `part` of `parts`, counted from one: the longest first, each to the part with the least
 * work, so that all take about as long. Depends only on the list of files.
 */
export function listFilesOfPart(files: readonly string[], part: number, parts: number): string[] {
  const loads = Array.from({ length: parts }, () => ({ seconds: 0, files: [] as string[] }));
  const sorted = files.toSorted((a, b) => getFileSeconds(b) - getFileSeconds(a) || (a < b ? -1 : 1));
  for (const file of sorted) {
    const smallestLoad = loads.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    smallestLoad.seconds += getFileSeconds(file);
    smallestLoad.files.push(file);
  }
  return loads[part - 1]?.files ?? [];
}
