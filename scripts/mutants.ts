/**
 * Inserts defects into the money code, one at a time, in a copy of the tree, and expects a test to fail for each.
 * Arguments are parts of the names of those to run; none: all. It assumes that the tests pass on the present tree:
 * `npm run nightly` runs it after them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { startTemporaryServer } from '../server/test/global-setup.ts';
import { linkPackages } from './link-packages.ts';
import { MUTANTS } from './mutants/list.ts';
import { applyEdit, listEdits, type Mutant } from './mutants/mutant.ts';

/** The fields of vitest's JSON report that are read here. */
interface TestReport {
  success: boolean;
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

interface MutantVerdict {
  /** UNPROVEN: no test failed by an expectation, but something else went wrong, or no test ran. */
  outcome: 'caught' | 'SURVIVED' | 'UNPROVEN';
  /** The test that failed, or what happened instead. */
  by: string;
}

const root = join(import.meta.dirname, '..');
/** Timeout, for a mutant that makes a test wait for ever. */
const MUTANT_TIMEOUT_MS = 10 * 60_000;
const EXCLUDED_FOLDERS = new Set(['.git', 'node_modules']);

function copyTree(to: string): void {
  cpSync(root, to, { recursive: true, filter: (path) => !EXCLUDED_FOLDERS.has(basename(path)) });
  linkPackages(root, to);
}

async function testMutant(tree: string, url: string, mutant: Mutant): Promise<MutantVerdict> {
  const undo: (() => void)[] = [];
  try {
    for (const edit of listEdits(mutant)) {
      const path = join(tree, edit.file);
      const source = readFileSync(path, 'utf8');
      undo.unshift(() => writeFileSync(path, source));
      writeFileSync(path, applyEdit(source, edit));
    }
    return evaluateReport(tree, await runTests(tree, url, mutant));
  } finally {
    for (const writeSource of undo) writeSource();
  }
}

/** Runs the tests of a mutant; null: vitest ended without a report. */
async function runTests(tree: string, url: string, { tests, only }: Mutant): Promise<TestReport | null> {
  const report = join(tree, 'report.json');
  rmSync(report, { force: true });
  const { SARRAF_NIGHTLY: _, ...env } = process.env;
  const title = only?.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const child = spawn(
    process.execPath,
    [
      join(tree, 'node_modules/.bin/vitest'),
      'run',
      ...tests,
      ...(title === undefined ? [] : ['-t', title]),
      '--bail=1',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: tree, env: { ...env, TEST_DATABASE_URL: url }, stdio: 'ignore', timeout: MUTANT_TIMEOUT_MS },
  );
  await once(child, 'exit');
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as TestReport) : null;
}

/** A file that can't be loaded has no failed test; and a timeout may be caused by the machine. */
function evaluateReport(tree: string, report: TestReport | null): MutantVerdict {
  if (report === null) return { outcome: 'UNPROVEN', by: 'vitest ended without a report' };
  const results = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((result) => ({ file: relative(tree, name), ...result })),
  );
  const failed = results.filter(({ status }) => status === 'failed');
  const caught = failed.find(({ failureMessages }) => !failureMessages?.some((text) => TIMEOUT.test(text)));
  if (caught) return { outcome: 'caught', by: `${caught.file}: ${caught.fullName}` };
  if (failed[0]) return { outcome: 'UNPROVEN', by: `time ran out: ${failed[0].fullName}` };
  if (!report.success) return { outcome: 'UNPROVEN', by: 'a test file could not be run' };
  if (!results.some(({ status }) => status === 'passed')) return { outcome: 'UNPROVEN', by: 'no such test' };
  return { outcome: 'SURVIVED', by: 'every test passed' };
}
const TIMEOUT = /(Test|Hook) timed out in \d+ms/;

async function runMutants(): Promise<void> {
  const [part = ''] = process.argv.slice(2);
  const chosen = MUTANTS.filter(({ name }) => name.toLowerCase().includes(part.toLowerCase()));
  if (chosen.length === 0) throw new Error(`no mutant's name has “${part}” in it`);
  const tree = realpathSync(mkdtempSync(join(tmpdir(), 'sarraf-mutants-')));
  // One database for all: starting and migrating it takes longer than most of the tests.
  const database = await startTemporaryServer();
  let caught = 0;
  try {
    copyTree(tree);
    for (const mutant of chosen) {
      const startedAt = performance.now();
      const { outcome, by } = await testMutant(tree, database.url, mutant);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      if (outcome === 'caught') caught += 1;
      console.log(
        `${outcome.padEnd(8)} ${`${seconds}`.padStart(4)} s  ${mutant.name}\n${' '.repeat(17)}${by}`,
      );
    }
  } finally {
    await database.stop();
    rmSync(tree, { recursive: true, force: true });
  }
  console.log(`\n${caught} of ${chosen.length} mutants caught`);
  process.exitCode = caught === chosen.length ? 0 : 1;
}

await runMutants();
