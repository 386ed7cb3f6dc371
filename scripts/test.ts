// All tests: check, the web's build, vitest, the browser tests. `--nightly` takes the long forms.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { chromiumPath, firefoxPath, hasChromium, versionOf } from './browser.ts';
import { check, report } from './check.ts';
import { installTools } from './debian.ts';
import { notHere } from './not-here.ts';

type Tally = { passed: number; failed: string[]; skipped: string[] };

/** The part of vitest's JSON report that we read. */
type VitestReport = {
  success: boolean;
  testResults: {
    name: string;
    status: string;
    assertionResults: {
      fullName: string;
      status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled';
    }[];
  }[];
};

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
const temp = mkdtempSync(join(tmpdir(), 'sarraf-report-'));
if (process.argv.includes('--nightly')) process.env.SARRAF_NIGHTLY = '1';

/** Answers the exit code; a signal counts as a failure. */
function run(command: string, args: string[], cwd = root): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(bin, command), ...args], { cwd, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

async function checks(): Promise<Tally> {
  const steps = await check();
  report(steps);
  const failed = steps.filter(({ passed }) => !passed).map(({ name }) => `check: ${name}`);
  return { passed: steps.length - failed.length, failed, skipped: [] };
}

async function vitest(config: string): Promise<Tally> {
  const file = join(temp, `${config}.json`);
  const code = await run('vitest', [
    'run',
    `--config=${config}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  if (!existsSync(file))
    return { passed: 0, failed: [`${config}: vitest ended with ${code} and no report`], skipped: [] };
  const tally = count(JSON.parse(readFileSync(file, 'utf8')) as VitestReport);
  // An error outside of any test, or a teardown that fails, must not hide behind passing tests.
  if (code !== 0 && tally.failed.length === 0) tally.failed.push(`${config}: vitest ended with ${code}`);
  return tally;
}

function count({ testResults }: VitestReport): Tally {
  const tally: Tally = { passed: 0, failed: [], skipped: [] };
  for (const { name, status, assertionResults } of testResults) {
    const file = relative(root, name);
    for (const test of assertionResults) {
      if (test.status === 'passed') tally.passed++;
      else (test.status === 'failed' ? tally.failed : tally.skipped).push(`${file}: ${test.fullName}`);
    }
    // A file that cannot be loaded, or whose hooks fail, has no failed test of its own.
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      tally.failed.push(file);
  }
  return tally;
}

/** Before the tests, of which some start the whole product, and by the script: a bundler's memory isn't given back. */
async function webBuilt(): Promise<Tally> {
  const child = spawn(process.execPath, [join(root, 'scripts/build-web.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code === 0
    ? { passed: 1, failed: [], skipped: [] }
    : { passed: 0, failed: ['the web was not built'], skipped: [] };
}

const browsers: string[] = [];

async function browserTests(): Promise<Tally> {
  if (missing.some(({ files }) => files.startsWith('e2e/'))) return { passed: 0, failed: [], skipped: [] };
  const chromium = await chromiumPath();
  const firefox = firefoxPath();
  process.env.CHROMIUM = chromium;
  browsers.push(versionOf(chromium), firefox ? versionOf(firefox) : 'no Firefox');
  return vitest('vitest.e2e.config.ts');
}

installTools();
const missing = notHere({ platform: process.platform, hasBrowser: hasChromium() });
const total: Tally = {
  passed: 0,
  failed: [],
  skipped: missing.flatMap(({ files, why }) =>
    globSync(files, { cwd: root }).map((name) => `${name}: ${why}`),
  ),
};
for (const part of [checks, webBuilt, () => vitest('vitest.config.ts'), browserTests]) {
  const tally = await part().catch((error: Error) => ({
    passed: 0,
    failed: [error.stack ?? error.message],
    skipped: [],
  }));
  total.passed += tally.passed;
  total.failed.push(...tally.failed);
  total.skipped.push(...tally.skipped);
}
rmSync(temp, { recursive: true, force: true });

for (const name of total.failed) console.log(`failed: ${name}`);
for (const name of total.skipped) console.log(`skipped: ${name}`);
if (browsers.length > 0) console.log(`\nBrowsers: ${browsers.join(', ')}`);
const skipped = total.skipped.length > 0 ? `, ${total.skipped.length} skipped` : '';
console.log(`${total.passed} passed, ${total.failed.length} failed${skipped}`);
process.exitCode = total.failed.length > 0 || total.passed === 0 ? 1 : 0;
