// Runs a TypeScript script on the Node 24 that package.json pins, whatever Node (20.19 or newer) runs npm. Plain
// JavaScript for that older Node, since it installs the newer one.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockFile = join(root, 'package-lock.json');
const installedFile = join(root, 'node_modules', '.package-lock.json');

const major = (version) => Number.parseInt(version.replace(/^v/, ''), 10);
const fail = (message) => {
  console.error(message);
  process.exit(1);
};

/** Every package of the lock file is on disk in that version; optional ones belong to other platforms. */
function sameContent() {
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packages(installedFile);
  return Object.entries(packages(lockFile)).every(([path, wanted]) => {
    const found = installed[path];
    if (!found) return !path.includes('node_modules/') || Boolean(wanted.optional ?? wanted.devOptional);
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

function isInstalled() {
  if (!existsSync(installedFile)) return false;
  if (statSync(installedFile).mtimeMs >= statSync(lockFile).mtimeMs) return true;
  // A checkout gives the lock file a new time and often the same content: that is no reason to install again.
  if (!sameContent()) return false;
  utimesSync(installedFile, new Date(), new Date());
  return true;
}

/** Standard output belongs to the script, so npm's output goes to standard error. */
function install() {
  console.error('Installing dependencies (npm ci)…');
  const [command, ...first] = process.env.npm_execpath
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  const { status, error } = spawnSync(
    command,
    [...first, 'ci', '--no-fund', '--no-audit', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: command === 'npm' && process.platform === 'win32',
      env: { ...process.env, NODE_ENV: '' },
    },
  );
  if (status !== 0) fail(`npm ci failed${error ? `: ${error.message}` : ': see its message above'}.`);
}

function findNode() {
  const pinned = ['node', 'node.exe']
    .map((name) => join(root, 'node_modules', '.bin', name))
    .find(existsSync);
  for (const path of [pinned, process.execPath]) {
    if (!path) continue;
    const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    if (status === 0 && major(stdout) >= 24) return path;
  }
  return fail(
    `Node 24 is needed. There is no pinned one for ${process.platform}-${process.arch}: install Node 24 or newer.`,
  );
}

function run(node, args) {
  // Types are stripped from a file once, and not at each start: a server starts in 60 % of the time.
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env };
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
    // The channel tells the script when this process is gone, even by a kill -9.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal has already sent Ctrl-C to the whole group; a second one would mean "stop immediately".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  if (process.env.npm_lifecycle_event) endWithNpm(child);
  child.on('error', (error) => fail(`Cannot run ${node}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/**
 * npm runs this script in a shell and forwards a signal to that shell alone, which ends without notice. So it is
 * polled whether they are still running.
 */
function endWithNpm(child) {
  const started = startedBy();
  const looking = setInterval(() => {
    if (startedBy() === started) return;
    clearInterval(looking);
    child.kill('SIGTERM');
  }, 250);
}

/** Returns our parent and, if that is npm's shell, npm. */
function startedBy() {
  const parent = process.ppid;
  try {
    const status = readFileSync(`/proc/${parent}/status`, 'utf8');
    if (/^Name:.*sh$/m.test(status)) return `${parent} ${/^PPid:\s*(\d+)/m.exec(status)?.[1]}`;
  } catch {
    // On systems other than Linux: the parent alone.
  }
  return String(parent);
}

if (process.argv.length < 3) fail('usage: node scripts/with-node.mjs <script.ts> [arguments]');
if (major(process.version) < 20) fail(`Node 20.19 or newer is needed; this is ${process.version}.`);
if (!isInstalled()) install();
run(findNode(), process.argv.slice(2));
