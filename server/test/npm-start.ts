/** Starts Sarraf with `npm start`, and inspects its processes and output. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minimalEnvironment } from './processes.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface NpmProcess {
  /** npm itself. */
  npm: number;
  url: string;
  /** Id of the process that runs this script; the youngest if one runs in another. */
  pidOf(script: string): number;
  /** All descendant processes, npm included. */
  pids(): number[];
  /** The whole output so far. */
  output(): string;
}

/** Removes settings of the caller's test runner. */
const cleanEnvironment = (env: Record<string, string>): NodeJS.ProcessEnv => ({
  ...minimalEnvironment(),
  HOME: process.env.HOME,
  LOG_LEVEL: 'error',
  MARKET_MAKERS: 'off',
  ...env,
});

/** Runs a program as the first process of a container: when it ends, the system ends all others with it. */
const INIT_COMMAND = ['unshare', '--fork', '--pid', '--mount-proc', '--kill-child'];
/** Returns whether this user may do that here. */
const canRunAsInit = (): boolean =>
  spawnSync(INIT_COMMAND[0] as string, [...INIT_COMMAND.slice(1), 'true']).status === 0;

/** Resolves once it is ready. `first`: npm is the first process of a container, where the machine supports it. */
export async function startWithNpm(env: Record<string, string>, { first = false } = {}): Promise<NpmProcess> {
  const contained = first && canRunAsInit();
  const [program = '', ...args] = [...(contained ? INIT_COMMAND : []), 'npm', 'start'];
  const child = spawn(program, args, {
    cwd: ROOT,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        output += text;
        const ready = /Sarraf is ready at (\S+)/.exec(output)?.[1];
        if (ready) resolve(ready);
      });
    child.once('exit', (code) => reject(new Error(`npm ended with ${code}: ${output}`)));
  });
  const pids = () => listDescendants(child.pid ?? 0);
  return {
    npm: (contained ? pids()[1] : child.pid) ?? 0,
    url,
    pids,
    output: () => output,
    pidOf: (script) => pids().findLast((pid) => readCommand(pid).some((word) => word.endsWith(script))) ?? 0,
  };
}

/**
 * Returns exit code and error output of a start that is refused; what it says of its progress depends on whether the
 * web is built. `tree`: folder of the scripts.
 */
export async function runRefusedStart(
  env: Record<string, string>,
  tree = ROOT,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(tree, 'scripts/start.ts')],
    { cwd: tree, env: cleanEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  let progress = '';
  child.stderr.on('data', (text: Buffer) => (output += text));
  child.stdout.on('data', (text: Buffer) => {
    progress += text;
    // It was not refused after all.
    if (progress.includes('Sarraf is ready')) child.kill('SIGTERM');
  });
  // Not at 'exit', when some of its output may still be buffered.
  const [code] = await once(child, 'close');
  return { code, output };
}

export function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

/** Returns an empty list if it has ended since: sessions of the database come and go. */
function readCommand(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Parents before children. */
function listDescendants(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
      parents.set(Number.parseInt(name, 10), Number.parseInt(parent ?? '0', 10));
    } catch {
      // It has ended since.
    }
  }
  const pids = [root];
  for (const pid of pids) for (const [child, parent] of parents) if (parent === pid) pids.push(child);
  return pids;
}
