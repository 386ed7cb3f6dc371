// `npm run nightly [-- --only tests,soak --resume]`: every test in its long form, with another seed each night,
// planned for eight hours on two cores. Each part runs whether or not those before it passed, and a part that this
// machine had to skip counts as failed. The results are stored by commit, so that a night can run in pieces: it is
// green when the last run of each part passed, on this commit or another with the same files of those that it uses.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installTools, listTools } from './debian.ts';
import { findLastResult, storeResult } from './night-results.ts';
import { type Part, type PartResult, runNodeScript, runParts, selectParts } from './run-parts.ts';
import { readCommit } from './tests/gate-report.ts';

const root = join(import.meta.dirname, '..');
const HOUR = '3600';
/** Memory is evaluated by samples of at least an hour. */
const EVALUATED_SECONDS = '4200';
/** They end no process of the product, whose memory has to stay flat. */
const NON_KILLING_FAULTS = 'session,postgres,freeze,freeze-postgres,serialization,slow-disk,sync-error';

const { values } = parseArgs({
  options: { only: { type: 'string' }, resume: { type: 'boolean', default: false } },
});
process.env.SARRAF_SEED ??= String(randomInt(1_000_000));

const runScript = (name: string, ...args: string[]) => runNodeScript(join(root, 'scripts', name), ...args);
const runBlackbox = (...args: string[]) => runNodeScript(join(root, 'server/test/blackbox/main.ts'), ...args);

/** Git patterns of files that parts don't use unless they say so: a result holds while no other file changes. */
const UNUSED_FILES = ['*.md', '.github', 'e2e'];
/** Their servers serve no pages, since WEB_ROOT is unset, and they run no test. */
const UNUSED_BY_SERVERS = [...UNUSED_FILES, 'web', '*.test.ts'];

const PARTS: Record<string, Part & { unused?: readonly string[] }> = {
  tests: {
    what: 'the whole suite in its long form, in all eight appearances of the pages',
    unused: [],
    run: () => runScript('test.ts', '--all', '--nightly', ...(values.resume ? ['--resume'] : [])),
  },
  faults: {
    what: 'the ledger from outside, for an hour of all faults',
    unused: UNUSED_BY_SERVERS,
    run: () => runBlackbox('--seconds', HOUR, '--faults', 'all', '--every', '5', '--people', '32'),
  },
  memory: {
    what: 'memory, handles, connections and lag for 70 minutes of faults that end no process',
    unused: UNUSED_BY_SERVERS,
    run: () => runBlackbox('--seconds', EVALUATED_SECONDS, '--faults', NON_KILLING_FAULTS, '--every', '20'),
  },
  soak: {
    what: 'memory, handles, connections and lag for two hours without faults',
    unused: UNUSED_BY_SERVERS,
    run: () => runBlackbox('--hours', '2'),
  },
  mutants: {
    what: 'defects in the money code, each caught by a test',
    unused: [...UNUSED_FILES, 'web'],
    run: () => runScript('mutants.ts'),
  },
  failovers: {
    what: 'twenty failovers of three hosts under load',
    unused: UNUSED_BY_SERVERS,
    run: () => runScript('failovers.ts'),
  },
  'operators-day': {
    what: 'the installation page on an empty Debian, an operator’s day, an upgrade under load',
    // It types what docs/operate.md says.
    unused: ['.github', 'e2e'],
    run: () => runScript('operators-day.ts', '--only', 'install,day,upgrade', '--strict'),
  },
  pictures: {
    what: 'pictures of all pages, beside the accepted ones',
    unused: [],
    run: () => runScript('pictures.ts'),
  },
  accessibility: { what: 'Lighthouse on every page', run: () => runScript('accessibility.ts') },
};

installTools(listTools(true));
const commit = readCommit(root);
const folder = join(root, '.cache/nightly');
const commitName = (commit.clean && commit.id) || 'unclean';

const hasSameFiles = (other: string, unused: readonly string[]): boolean =>
  other === commitName ||
  (commit.clean &&
    spawnSync(
      'git',
      ['diff', '--quiet', other, 'HEAD', '--', '.', ...unused.map((pattern) => `:(exclude)${pattern}`)],
      { cwd: root },
    ).status === 0);
const addResult = ({ name, ...result }: PartResult): void =>
  storeResult(folder, commitName, name, {
    ...result,
    at: new Date().toISOString(),
    seed: process.env.SARRAF_SEED ?? '',
  });

const names = values.only === undefined ? Object.keys(PARTS) : selectParts(PARTS, values.only);
const isRed = ({ verdict }: PartResult) => verdict !== 'passed';
const red = (await runParts(PARTS, names, addResult)).filter(isRed);
const open = Object.entries(PARTS)
  .filter(
    ([name, { unused = UNUSED_FILES }]) =>
      findLastResult(folder, name, (other) => hasSameFiles(other, unused))?.verdict !== 'passed',
  )
  .map(([name]) => name);
console.log(
  open.length === 0
    ? `The night of ${commit.id?.slice(0, 12)} is green, in ${Object.keys(PARTS).length} parts.`
    : `Not passed on this commit: ${open.join(', ')}.`,
);
process.exit(red.length > 0 ? 1 : 0);
