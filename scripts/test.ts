// `npm test` is the gate: checks, the web's build, every test that is quick and deterministic, and the journeys in
// a browser. `--all` runs all tests, `--part 2/6` or `--part system` a part of them, `--resume` what an interrupted
// run of the same commit left; `--nightly` the long forms. Names of files or folders run those tests only.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { chromiumPath, firefoxPath, hasChromium, versionOf, wholeChromiumPath } from './browser.ts';
import { check, report } from './check.ts';
import { installTools, toolsOf } from './debian.ts';
import { readCommit, writeReport } from './tests/gate-report.ts';
import { serializeOutput } from './tests/in-turn.ts';
import { listSkippedTests } from './tests/not-here.ts';
import { readOptions } from './tests/options.ts';
import { proveFailures } from './tests/prove-failures.ts';
import {
  costOfAll,
  count,
  type FileResult,
  failure,
  failuresOf,
  isGreenRun,
  nothing,
  readResults,
  slowest,
  sum,
  type Tally,
  UNATTRIBUTED,
} from './tests/results.ts';
import { browserFiles, filesOfPart, JOURNEYS, readQuarantine, unitFiles } from './tests/suites.ts';

type Say = (text: string) => void;
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
const SLOWEST = 10;
const UNIT_CONFIG = 'vitest.config.ts';
const BROWSER_CONFIG = 'vitest.e2e.config.ts';

const options = readOptions(process.argv.slice(2));
const commit = readCommit(root);
/** Results of a run of all tests are stored by commit, so that another run can resume it. */
const kept = join(cache, 'test-all', commit.clean && commit.id ? commit.id : 'unclean');
if (options.nightly) prepareNight();

function prepareNight(): void {
  process.env.SARRAF_NIGHTLY = '1';
  process.env.SARRAF_SEED ??= String(randomInt(1_000_000));
  console.log(`Random numbers of SARRAF_SEED=${process.env.SARRAF_SEED}`);
  // For `npm run pictures`, which runs afterwards.
  if (!process.env.SCREENSHOTS) {
    process.env.SCREENSHOTS = join(process.env.PICTURES ?? join(root, 'pictures'), 'now');
    process.env.PICTURES_STILL = '1';
    rmSync(process.env.SCREENSHOTS, { recursive: true, force: true });
  }
  mkdirSync(process.env.SCREENSHOTS, { recursive: true });
}

/** Returns the exit code; a signal counts as a failure. */
function run(say: Say, args: string[], more: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...more };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', say);
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function checks(say: Say): Promise<Tally> {
  const steps = await check({ whole: true });
  report(steps, say);
  const failed = steps.filter(({ passed }) => !passed).map(({ name }) => `check: ${name}`);
  return { ...nothing(), passed: steps.length - failed.length, failed };
}

/** Before the tests, some of which start the whole product, and as a script: a bundler's memory isn't released. */
async function webBuilt(say: Say): Promise<Tally> {
  const code = await run(say, [join(root, 'scripts/build-web.ts')]);
  return code === 0 ? { ...nothing(), passed: 1 } : failure('the web was not built');
}

/** Tests that start programs use those in SARRAF_PROGRAMS, with Node's compile cache next to them. */
async function programsBundled(say: Say): Promise<Tally> {
  const code = await run(say, [join(root, 'scripts/bundle-programs.ts'), PROGRAMS]);
  if (code !== 0) return failure('the programs were not written as one file each');
  process.env.SARRAF_PROGRAMS = PROGRAMS;
  process.env.NODE_COMPILE_CACHE ??= join(PROGRAMS, 'compiled');
  return { ...nothing(), passed: 1 };
}

/** Runs a suite; a failure counts once it was confirmed, unless the files were named on the command line. */
async function vitest(say: Say, suite: Suite): Promise<Tally> {
  const costs = join(temp, `${suite.name}.costs`);
  const earlier = options.resume ? readResults(resultsFile(suite)).filter(isGreen) : [];
  const done = new Set(earlier.map(({ file }) => file));
  const files = suite.files?.filter((file) => !done.has(file));
  if (files?.length === 0) return count(earlier);
  const results = await runVitest(say, { ...suite, ...(files && { files }) }, costs);
  const told = existsSync(costs) ? readFileSync(costs, 'utf8') : '';
  if (options.paths.length > 0) {
    const failed = [...failuresOf(results)].map(([name, error]) => `${name}\n    ${error}`);
    return { ...count(results, told), failed };
  }
  const alone = (again: readonly string[]) => {
    say(`\nAgain, alone: ${again.join(', ')}\n`);
    return runVitest(say, { ...suite, files: again }, costs, ['--maxWorkers=1']);
  };
  const known = new Set(results.map(({ file }) => file));
  const others = earlier.filter(({ file }) => !known.has(file));
  return { ...count([...others, ...results], told), ...(await proveFailures(results, alone)) };
}

const isGreen = (result: FileResult): boolean => failuresOf([result]).size === 0 && result.tests.length > 0;
const resultsFile = ({ name }: Suite): string =>
  options.all ? join(kept, `${name}.jsonl`) : join(temp, `${name}.jsonl`);
let runs = 0;

async function runVitest(say: Say, suite: Suite, costs: string, more: string[] = []): Promise<FileResult[]> {
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
  const code = await run(say, [join(bin, 'vitest'), ...args, ...(suite.files ?? [])], {
    SARRAF_COSTS: costs,
    SARRAF_RESULTS: path,
  });
  const results = readResults(path);
  // A failure outside of any test, such as in a teardown, must not be hidden by passing tests.
  const fault =
    code !== 0 && failuresOf(results).size === 0
      ? `vitest ended with ${code}`
      : results.every(({ tests }) => tests.length === 0) && 'no test ran';
  if (fault) results.push({ file: UNATTRIBUTED, seconds: 0, tests: [], errors: [`${suite.name}: ${fault}`] });
  return results;
}

const browsers: string[] = [];

async function browserTests(say: Say, files: readonly string[] = [JOURNEYS]): Promise<Tally> {
  if (missing.some((left) => left.files.startsWith('e2e/'))) return nothing();
  const chromium = await chromiumPath();
  const firefox = firefoxPath();
  process.env.CHROMIUM = chromium;
  const whole = await wholeChromiumPath();
  browsers.push(
    versionOf(chromium),
    ...(whole === chromium ? [] : [versionOf(whole)]),
    firefox ? versionOf(firefox) : 'no Firefox',
  );
  return vitest(say, { name: 'browser', config: BROWSER_CONFIG, files });
}

/** Results of quarantined tests are printed, but fail nothing. */
async function quarantine(say: Say): Promise<Tally> {
  const results = await runVitest(
    say,
    { name: 'quarantine', config: UNIT_CONFIG, projects: ['quarantine'] },
    join(temp, 'quarantine.costs'),
  );
  for (const name of failuresOf(results).keys()) say(`in quarantine, and fails: ${name}\n`);
  return { ...nothing(), passed: count(results).passed };
}

installTools(options.all ? toolsOf(options.nightly) : ['chromium']);
const missing = listSkippedTests({ platform: process.platform, hasBrowser: hasChromium() });
const turn = serializeOutput((text) => process.stdout.write(text));
const parts: { name: string; seconds: number; tally: Tally }[] = [];

/** Starts one of the parts. */
async function part(name: string, work: (say: Say) => Promise<Tally>): Promise<void> {
  const { say, end } = turn();
  const begun = performance.now();
  const done = { name, seconds: 0, tally: nothing() };
  parts.push(done);
  done.tally = await work(say).catch((error: Error) => failure(`${name}: ${error.stack ?? error.message}`));
  done.seconds = Math.round(performance.now() - begun) / 1000;
  end();
}

const prepare = (withChecks: boolean, withWeb: boolean, withPrograms: boolean) =>
  Promise.all([
    withChecks && part('checks', checks),
    withWeb && part("the web's build", webBuilt),
    withPrograms && process.platform !== 'win32' && part('programs', programsBundled),
  ]);

// Checks and the build don't wait, and unit and browser tests each keep both cores busy: running them concurrently
// would only make their waits longer.
async function gate(): Promise<void> {
  await prepare(true, true, true);
  await part('unit tests', (say) =>
    vitest(say, { name: 'unit', config: UNIT_CONFIG, projects: ['gate', 'gate-alone'] }),
  );
  await part('browser journeys', (say) => browserTests(say));
}

async function namedFiles(): Promise<void> {
  const ofBrowser = options.paths.filter((path) => path.startsWith('e2e'));
  const ofUnits = options.paths.filter((path) => !path.startsWith('e2e'));
  await prepare(false, ofBrowser.length > 0, false);
  if (ofUnits.length > 0)
    await part('unit tests', (say) => vitest(say, { name: 'unit', config: UNIT_CONFIG, files: ofUnits }));
  if (ofBrowser.length > 0) await part('browser tests', (say) => browserTests(say, ofBrowser));
}

async function everything(): Promise<void> {
  const { name, of } = options.part;
  const wants = (what: string) => (of ? true : name === null || name === what);
  const mine = (files: readonly string[]) => (of ? filesOfPart(files, of.part, of.parts) : files);
  const [unit, system, browser] = [mine(unitFiles('gate')), mine(unitFiles('system')), mine(browserFiles())];
  const first = of === null || of.part === 1;
  await prepare(wants('checks') && first, name !== 'checks', name !== 'checks');
  if (wants('unit'))
    await part('unit tests', (say) => vitest(say, { name: 'unit', config: UNIT_CONFIG, files: unit }));
  if (wants('system'))
    await part('system tests', (say) => vitest(say, { name: 'system', config: UNIT_CONFIG, files: system }));
  if (wants('browser')) await part('browser tests', (say) => browserTests(say, browser));
  if (wants('quarantine') && first && quarantined.length > 0) await part('quarantine', quarantine);
}

const quarantined = readQuarantine();
if (options.all) await everything();
else if (options.paths.length > 0) await namedFiles();
else await gate();
rmSync(temp, { recursive: true, force: true });
rmSync(PROGRAMS, { recursive: true, force: true });

const total = sum(parts.map(({ tally }) => tally));
if (options.paths.length === 0)
  for (const { files, why } of missing)
    total.skipped.push(...globSync(files, { cwd: root }).map((name) => `${name}: ${why}`));
mkdirSync(cache, { recursive: true });
writeFileSync(REPORT, JSON.stringify(parts, null, 1));

for (const name of total.failed) console.log(`failed: ${name}`);
for (const name of total.flaky) console.log(`flaky, since it passed when it ran again alone: ${name}`);
for (const name of total.skipped) console.log(`skipped: ${name}`);
for (const { file, why } of quarantined) console.log(`in quarantine: ${file}: ${why}`);
console.log(`\nThe slowest files (all of them are in ${relative(root, REPORT)}):`);
for (const { file, seconds } of slowest(total.files, SLOWEST))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
for (const { name, seconds, tally } of parts) {
  const cost = costOfAll(tally.files);
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
const also = [
  ...(total.flaky.length > 0 ? [`${total.flaky.length} flaky`] : []),
  ...(quarantined.length > 0 ? [`${quarantined.length} files in quarantine`] : []),
];
if (also.length > 0) console.log(also.join(', '));
console.log(`${total.passed} passed, ${total.failed.length} failed, ${total.skipped.length} skipped`);
process.exitCode = isGreenRun(total, options.nightly) ? 0 : 1;
