// All tests: check, the web's build, vitest, the browser tests. `--nightly` takes the long forms; names of files or
// folders take those tests alone.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { chromiumPath, firefoxPath, hasChromium, versionOf, wholeChromiumPath } from './browser.ts';
import { check, report } from './check.ts';
import { installTools } from './debian.ts';
import { inTurn } from './in-turn.ts';
import { notHere } from './not-here.ts';
import {
  costOfAll,
  count,
  dearest,
  failure,
  nothing,
  slowest,
  sum,
  type Tally,
  type VitestReport,
} from './test-report.ts';

type Say = (text: string) => void;

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
const temp = mkdtempSync(join(tmpdir(), 'sarraf-report-'));
const REPORT = join(root, '.cache', 'tests.json');
/** Of this run: another one may be under way. */
const PROGRAMS = join(root, '.cache', `programs-${process.pid}`);
const SLOWEST = 10;

const given = process.argv.slice(2);
if (given.includes('--nightly')) {
  process.env.SARRAF_NIGHTLY = '1';
  process.env.SARRAF_SEED ??= String(randomInt(1_000_000));
  console.log(`Random numbers of SARRAF_SEED=${process.env.SARRAF_SEED}`);
  // For `npm run pictures`, which comes after it.
  if (!process.env.SCREENSHOTS) {
    process.env.SCREENSHOTS = join(process.env.PICTURES ?? join(root, 'pictures'), 'now');
    process.env.PICTURES_STILL = '1';
    rmSync(process.env.SCREENSHOTS, { recursive: true, force: true });
  }
  mkdirSync(process.env.SCREENSHOTS, { recursive: true });
}
const asked = given.filter((word) => !word.startsWith('-')).map((path) => relative(root, path) || '.');
const ofBrowser = asked.filter((path) => path.startsWith('e2e'));
const ofUnits = asked.filter((path) => !path.startsWith('e2e'));

/** Answers the exit code; a signal counts as a failure. */
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

/** Before the tests, of which some start the whole product, and by the script: a bundler's memory isn't given back. */
async function webBuilt(say: Say): Promise<Tally> {
  const code = await run(say, [join(root, 'scripts/build-web.ts')]);
  return code === 0 ? { ...nothing(), passed: 1 } : failure('the web was not built');
}

/** Tests that start programs find those of SARRAF_PROGRAMS, and beside them what Node has compiled. */
async function programsBundled(say: Say): Promise<Tally> {
  const code = await run(say, [join(root, 'scripts/bundle-programs.ts'), PROGRAMS]);
  if (code !== 0) return failure('the programs were not written as one file each');
  process.env.SARRAF_PROGRAMS = PROGRAMS;
  process.env.NODE_COMPILE_CACHE ??= join(PROGRAMS, 'compiled');
  return { ...nothing(), passed: 1 };
}

async function vitest(say: Say, config: string, paths: string[]): Promise<Tally> {
  const file = join(temp, `${config}.json`);
  const costs = join(temp, `${config}.costs`);
  const args = [
    'run',
    `--config=${config}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const code = await run(say, [join(bin, 'vitest'), ...args, ...paths], { SARRAF_COSTS: costs });
  if (!existsSync(file)) return failure(`${config}: vitest ended with ${code} and no report`);
  const told = existsSync(costs) ? readFileSync(costs, 'utf8') : '';
  const tally = count(JSON.parse(readFileSync(file, 'utf8')) as VitestReport, root, told);
  // An error outside of any test, or a teardown that fails, must not hide behind passing tests.
  if (code !== 0 && tally.failed.length === 0) tally.failed.push(`${config}: vitest ended with ${code}`);
  return tally;
}

const unitTests = (say: Say): Promise<Tally> => vitest(say, 'vitest.config.ts', ofUnits);

const browsers: string[] = [];

async function browserTests(say: Say): Promise<Tally> {
  if (missing.some(({ files }) => files.startsWith('e2e/'))) return nothing();
  const chromium = await chromiumPath();
  const firefox = firefoxPath();
  process.env.CHROMIUM = chromium;
  const whole = await wholeChromiumPath();
  browsers.push(
    versionOf(chromium),
    ...(whole === chromium ? [] : [versionOf(whole)]),
    firefox ? versionOf(firefox) : 'no Firefox',
  );
  return vitest(say, 'vitest.e2e.config.ts', ofBrowser);
}

installTools();
const missing = notHere({ platform: process.platform, hasBrowser: hasChromium() });
const turn = inTurn((text) => process.stdout.write(text));
const parts: { name: string; seconds: number; tally: Tally }[] = [];

/** Begins one of the parts. */
async function part(name: string, work: (say: Say) => Promise<Tally>): Promise<void> {
  const { say, end } = turn();
  const begun = performance.now();
  const done = { name, seconds: 0, tally: nothing() };
  parts.push(done);
  done.tally = await work(say).catch((error: Error) => failure(`${name}: ${error.stack ?? error.message}`));
  done.seconds = Math.round(performance.now() - begun) / 1000;
  end();
}

// None of the first waits for anything. The others each keep both cores busy: side by side they only make each
// other's waits longer.
await Promise.all([
  asked.length === 0 && part('checks', checks),
  (asked.length === 0 || ofBrowser.length > 0) && part("the web's build", webBuilt),
  asked.length === 0 && process.platform !== 'win32' && part('programs', programsBundled),
]);
if (asked.length === 0 || ofUnits.length > 0) await part('unit tests', unitTests);
if (asked.length === 0 || ofBrowser.length > 0) await part('browser tests', browserTests);
rmSync(temp, { recursive: true, force: true });
rmSync(PROGRAMS, { recursive: true, force: true });

const total = sum(parts.map(({ tally }) => tally));
if (asked.length === 0)
  for (const { files, why } of missing)
    total.skipped.push(...globSync(files, { cwd: root }).map((name) => `${name}: ${why}`));
mkdirSync(join(root, '.cache'), { recursive: true });
writeFileSync(REPORT, JSON.stringify(parts, null, 1));

for (const name of total.failed) console.log(`failed: ${name}`);
for (const name of total.skipped) console.log(`skipped: ${name}`);
console.log(`\nThe slowest files (all of them are in ${relative(root, REPORT)}):`);
for (const { file, seconds } of slowest(total.files, SLOWEST))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
console.log(
  '\nThe dearest files, in seconds of a processor with the programs that they start, PostgreSQL left out:',
);
for (const { file, cost = 0 } of dearest(total.files, SLOWEST))
  console.log(`${cost.toFixed(1).padStart(7)} s  ${file}`);
for (const { name, seconds, tally } of parts) {
  const cost = costOfAll(tally.files);
  const spent = cost > 0 ? ` of the clock, ${cost.toFixed(0)} s of a processor` : '';
  console.log(`${name}: ${tally.passed} passed in ${seconds.toFixed(0)} s${spent}`);
}
if (browsers.length > 0) console.log(`\nBrowsers: ${browsers.join(', ')}`);
const skipped = total.skipped.length > 0 ? `, ${total.skipped.length} skipped` : '';
console.log(`${total.passed} passed, ${total.failed.length} failed${skipped}`);
process.exitCode = total.failed.length > 0 || total.passed === 0 ? 1 : 0;
