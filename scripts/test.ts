// `npm test` is the gate: checks, the web's build, every test that is quick and deterministic, and the journeys in
// a browser. `--all` runs all tests, `--part 2/6` or `--part system` a part of them, `--resume` what an interrupted
// run of the same commit left; `--nightly` the long forms. Names of files or folders run those tests only.
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  findChromiumPath,
  findFirefoxPath,
  findFullChromiumPath,
  getBrowserVersion,
  hasChromium,
} from './browser.ts';
import { reportSteps, runChecks } from './check.ts';
import { installTools, listTools } from './debian.ts';
import { readCommit, writeReport } from './tests/gate-report.ts';
import { serializeOutput } from './tests/in-turn.ts';
import { listSkippedTests } from './tests/not-here.ts';
import { parseOptions } from './tests/options.ts';
import { confirmFailures } from './tests/prove-failures.ts';
import {
  countResults,
  createEmptyTally,
  createFailureTally,
  type FileResult,
  isGreenRun,
  listFailures,
  listSlowestFiles,
  readResults,
  sumCosts,
  sumTallies,
  type TestTally,
  UNATTRIBUTED,
} from './tests/results.ts';
import {
  JOURNEYS_FOLDER,
  listBrowserFiles,
  listFilesOfPart,
  listUnitFiles,
  readQuarantine,
} from './tests/suites.ts';

type WriteOutput = (text: string) => void;
/** Tests of one run of vitest: those of these files, or of all projects. */
interface Suite {
  name: string;
  config: string;
  projects?: readonly string[];
  files?: readonly string[];
}

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
const cache = join(root, '.cache');
const temp = mkdtempSync(join(tmpdir(), 'sarraf-report-'));
const REPORT = join(cache, 'tests.json');
/** A folder of this run, since another one may be in progress. */
const PROGRAMS = join(cache, `programs-${process.pid}`);
const SLOWEST_COUNT = 10;
const UNIT_CONFIG = 'vitest.config.ts';
const BROWSER_CONFIG = 'vitest.e2e.config.ts';

const options = parseOptions(process.argv.slice(2));
const commit = readCommit(root);
/** Results of a run of all tests are stored by commit, so that another run can resume it. */
const storedRun = join(
  cache,
  'test-all',
  (commit.clean && commit.id ? commit.id : 'unclean') + (options.nightly ? '-nightly' : ''),
);
if (options.nightly) prepareNightlyRun();

function prepareNightlyRun(): void {
  process.env.SARRAF_NIGHTLY = '1';
  process.env.SARRAF_SEED ??= String(randomInt(1_000_000));
  console.log(`Random numbers of SARRAF_SEED=${process.env.SARRAF_SEED}`);
  process.env.BUN ??= installBun();
  // For `npm run pictures`, which runs afterwards.
  if (!process.env.SCREENSHOTS) {
    process.env.SCREENSHOTS = join(process.env.PICTURES ?? join(root, 'pictures'), 'now');
    process.env.PICTURES_STILL = '1';
    // A resumed run and one of named files add to the pictures that are there.
    const adds = (options.resume && existsSync(storedRun)) || options.paths.length > 0;
    if (!adds) rmSync(process.env.SCREENSHOTS, { recursive: true, force: true });
  }
  mkdirSync(process.env.SCREENSHOTS, { recursive: true });
}

/** Installs Bun, which Debian doesn't have; returns the path of its program. */
function installBun(): string {
  const folder = join(cache, 'bun');
  // npm refuses a prefix that doesn't exist.
  mkdirSync(folder, { recursive: true });
  const args = ['--no-save', '--ignore-scripts', '--loglevel=error', '@oven/bun-linux-x64-baseline@1.4.4'];
  spawnSync('npm', ['install', '--prefix', folder, ...args], { stdio: 'inherit' });
  return join(folder, 'node_modules/@oven/bun-linux-x64-baseline/bin/bun');
}

/** Returns the exit code; a signal counts as a failure. */
function runNode(say: WriteOutput, args: string[], more: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...more };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', say);
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function runCheckSuite(say: WriteOutput): Promise<TestTally> {
  const steps = await runChecks({ whole: true });
  reportSteps(steps, say);
  const failed = steps.filter(({ passed }) => !passed).map(({ name }) => `check: ${name}`);
  return { ...createEmptyTally(), passed: steps.length - failed.length, failed };
}

/** Before the tests, some of which start the whole product, and as a script: a bundler's memory isn't released. */
async function buildWebFirst(say: WriteOutput): Promise<TestTally> {
  const code = await runNode(say, [join(root, 'scripts/build-web.ts')]);
  return code === 0 ? { ...createEmptyTally(), passed: 1 } : createFailureTally('the web was not built');
}

/** Tests that start programs use those in SARRAF_PROGRAMS, with Node's compile cache next to them. */
async function bundleProgramsFirst(say: WriteOutput): Promise<TestTally> {
  const code = await runNode(say, [join(root, 'scripts/bundle-programs.ts'), PROGRAMS]);
  if (code !== 0) return createFailureTally('the programs were not written as one file each');
  process.env.SARRAF_PROGRAMS = PROGRAMS;
  process.env.NODE_COMPILE_CACHE ??= join(PROGRAMS, 'compiled');
  return { ...createEmptyTally(), passed: 1 };
}

/** Runs a suite; a failure counts once it was confirmed, unless the files were named on the command line. */
async function runSuite(say: WriteOutput, suite: Suite): Promise<TestTally> {
  const costs = join(temp, `${suite.name}.costs`);
  const earlier = options.resume ? readResults(resultsFile(suite)).filter(hasPassed) : [];
  const done = new Set(earlier.map(({ file }) => file));
  const files = suite.files?.filter((file) => !done.has(file));
  if (files?.length === 0) return countResults(earlier);
  const results = await runVitest(say, { ...suite, ...(files && { files }) }, costs);
  const printed = existsSync(costs) ? readFileSync(costs, 'utf8') : '';
  if (options.paths.length > 0) {
    const failed = [...listFailures(results)].map(([name, error]) => `${name}\n    ${error}`);
    return { ...countResults(results, printed), failed };
  }
  const runAlone = (files: readonly string[]) => {
    say(`\nAgain, alone: ${files.join(', ')}\n`);
    return runVitest(say, { ...suite, files: files }, costs, ['--maxWorkers=1']);
  };
  const finishedFiles = new Set(results.map(({ file }) => file));
  const others = earlier.filter(({ file }) => !finishedFiles.has(file));
  return { ...countResults([...others, ...results], printed), ...(await confirmFailures(results, runAlone)) };
}

const hasPassed = (result: FileResult): boolean =>
  listFailures([result]).size === 0 && result.tests.length > 0;
const resultsFile = ({ name }: Suite): string =>
  options.all ? join(storedRun, `${name}.jsonl`) : join(temp, `${name}.jsonl`);
let runs = 0;

async function runVitest(
  say: WriteOutput,
  suite: Suite,
  costs: string,
  more: string[] = [],
): Promise<FileResult[]> {
  // Only the first run of a suite can be resumed.
  const path = more.length > 0 ? join(temp, `again-${runs++}.jsonl`) : resultsFile(suite);
  mkdirSync(join(path, '..'), { recursive: true });
  if (!options.resume || more.length > 0) rmSync(path, { force: true });
  const args = [
    'run',
    `--config=${suite.config}`,
    '--reporter=minimal',
    '--reporter=./scripts/tests/record-results.ts',
    ...(suite.projects ?? []).map((project) => `--project=${project}`),
    ...more,
  ];
  const code = await runNode(say, [join(bin, 'vitest'), ...args, ...(suite.files ?? [])], {
    SARRAF_COSTS: costs,
    SARRAF_RESULTS: path,
  });
  const results = readResults(path);
  // A failure outside of any test, such as in a teardown, must not be hidden by passing tests.
  const problem =
    code !== 0 && listFailures(results).size === 0
      ? `vitest ended with ${code}`
      : results.every(({ tests }) => tests.length === 0) && 'no test ran';
  if (problem)
    results.push({ file: UNATTRIBUTED, seconds: 0, tests: [], errors: [`${suite.name}: ${problem}`] });
  return results;
}

const browsers: string[] = [];

async function runBrowserTests(
  say: WriteOutput,
  files: readonly string[] = [JOURNEYS_FOLDER],
): Promise<TestTally> {
  if (unavailableTests.some((left) => left.files.startsWith('e2e/'))) return createEmptyTally();
  const chromium = await findChromiumPath();
  const firefox = findFirefoxPath();
  process.env.CHROMIUM = chromium;
  const whole = await findFullChromiumPath();
  browsers.push(
    getBrowserVersion(chromium),
    ...(whole === chromium ? [] : [getBrowserVersion(whole)]),
    firefox ? getBrowserVersion(firefox) : 'no Firefox',
  );
  return runSuite(say, { name: 'browser', config: BROWSER_CONFIG, files });
}

/** Results of quarantined tests are printed, but fail nothing. */
async function runQuarantine(say: WriteOutput): Promise<TestTally> {
  const results = await runVitest(
    say,
    { name: 'quarantine', config: UNIT_CONFIG, projects: ['quarantine'] },
    join(temp, 'quarantine.costs'),
  );
  for (const name of listFailures(results).keys()) say(`in quarantine, and fails: ${name}\n`);
  return { ...createEmptyTally(), passed: countResults(results).passed };
}

installTools(options.all ? listTools(options.nightly) : ['chromium']);
const unavailableTests = listSkippedTests({ platform: process.platform, hasBrowser: hasChromium() });
const openTurn = serializeOutput((text) => process.stdout.write(text));
const parts: { name: string; seconds: number; tally: TestTally }[] = [];

/** Starts one of the parts. */
async function runPart(name: string, work: (say: WriteOutput) => Promise<TestTally>): Promise<void> {
  const { say, end } = openTurn();
  const startedAt = performance.now();
  const done = { name, seconds: 0, tally: createEmptyTally() };
  parts.push(done);
  done.tally = await work(say).catch((error: Error) =>
    createFailureTally(`${name}: ${error.stack ?? error.message}`),
  );
  done.seconds = Math.round(performance.now() - startedAt) / 1000;
  end();
}

const prepareRun = (withChecks: boolean, withWeb: boolean, withPrograms: boolean) =>
  Promise.all([
    withChecks && runPart('checks', runCheckSuite),
    withWeb && runPart("the web's build", buildWebFirst),
    withPrograms && process.platform !== 'win32' && runPart('programs', bundleProgramsFirst),
  ]);

// Checks and the build don't wait, and unit and browser tests each keep both cores busy: running them concurrently
// would only make their waits longer.
async function runGate(): Promise<void> {
  await prepareRun(true, true, true);
  await runPart('unit tests', (say) =>
    runSuite(say, { name: 'unit', config: UNIT_CONFIG, projects: ['gate', 'gate-alone'] }),
  );
  await runPart('browser journeys', (say) => runBrowserTests(say));
}

async function runNamedFiles(): Promise<void> {
  const browserPaths = options.paths.filter((path) => path.startsWith('e2e'));
  const unitPaths = options.paths.filter((path) => !path.startsWith('e2e'));
  await prepareRun(false, browserPaths.length > 0, false);
  if (unitPaths.length > 0)
    await runPart('unit tests', (say) =>
      runSuite(say, { name: 'unit', config: UNIT_CONFIG, files: unitPaths }),
    );
  if (browserPaths.length > 0) await runPart('browser tests', (say) => runBrowserTests(say, browserPaths));
}

async function runEverything(): Promise<void> {
  const { name, of } = options.part;
  const isSelected = (what: string) => (of ? true : name === null || name === what);
  const ownFiles = (files: readonly string[]) => (of ? listFilesOfPart(files, of.part, of.parts) : files);
  const [unit, system, browser] = [
    ownFiles(listUnitFiles('gate')),
    ownFiles(listUnitFiles('system')),
    ownFiles(listBrowserFiles()),
  ];
  const first = of === null || of.part === 1;
  await prepareRun(isSelected('checks') && first, name !== 'checks', name !== 'checks');
  if (isSelected('unit'))
    await runPart('unit tests', (say) => runSuite(say, { name: 'unit', config: UNIT_CONFIG, files: unit }));
  if (isSelected('system'))
    await runPart('system tests', (say) =>
      runSuite(say, { name: 'system', config: UNIT_CONFIG, files: system }),
    );
  if (isSelected('browser')) await runPart('browser tests', (say) => runBrowserTests(say, browser));
  if (isSelected('quarantine') && first && quarantined.length > 0) await runPart('quarantine', runQuarantine);
}

const quarantined = readQuarantine();
if (options.all) await runEverything();
else if (options.paths.length > 0) await runNamedFiles();
else await runGate();
rmSync(temp, { recursive: true, force: true });
rmSync(PROGRAMS, { recursive: true, force: true });

const total = sumTallies(parts.map(({ tally }) => tally));
if (options.paths.length === 0)
  for (const { files, why } of unavailableTests)
    total.skipped.push(...globSync(files, { cwd: root }).map((name) => `${name}: ${why}`));
mkdirSync(cache, { recursive: true });
writeFileSync(REPORT, JSON.stringify(parts, null, 1));

for (const name of total.failed) console.log(`failed: ${name}`);
for (const name of total.flaky) console.log(`flaky, since it passed when it ran again alone: ${name}`);
for (const name of total.skipped) console.log(`skipped: ${name}`);
for (const { file, why } of quarantined) console.log(`in quarantine: ${file}: ${why}`);
console.log(`\nThe slowest files (all of them are in ${relative(root, REPORT)}):`);
for (const { file, seconds } of listSlowestFiles(total.files, SLOWEST_COUNT))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
for (const { name, seconds, tally } of parts) {
  const cost = sumCosts(tally.files);
  const spent = cost > 0 ? ` of the clock, ${cost.toFixed(0)} s of a processor` : '';
  console.log(`${name}: ${tally.passed} passed in ${seconds.toFixed(0)} s${spent}`);
}
if (browsers.length > 0) console.log(`Browsers: ${browsers.join(', ')}`);
if (options.paths.length === 0)
  writeReport(
    options.all ? join(cache, 'test-all', `${options.part.label}.json`) : join(cache, 'gate.json'),
    {
      commit,
      total,
      quarantined: quarantined.length,
    },
  );
const remarks = [
  ...(total.flaky.length > 0 ? [`${total.flaky.length} flaky`] : []),
  ...(quarantined.length > 0 ? [`${quarantined.length} files in quarantine`] : []),
];
if (remarks.length > 0) console.log(remarks.join(', '));
console.log(`${total.passed} passed, ${total.failed.length} failed, ${total.skipped.length} skipped`);
process.exitCode = isGreenRun(total, options.nightly) ? 0 : 1;
