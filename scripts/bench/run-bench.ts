import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Figures, parseFigures } from './figures.ts';

export const benchPath = (tree: string, name: string): string => join(tree, 'bench', `${name}.ts`);

let runningBench: ChildProcess | undefined;

/**
 * Runs a benchmark of `tree` with that tree's own Node, and returns its figures.
 * @throws Error when it printed none. If it ended with an error afterwards (a missed target), the caller decides.
 */
export async function runBench(tree: string, name: string, env: NodeJS.ProcessEnv): Promise<Figures> {
  const pinnedNode = join(tree, 'node_modules', '.bin', 'node');
  const node = existsSync(pinnedNode) ? pinnedNode : process.execPath;
  // A process group of its own, so that child processes can be stopped together with it.
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', benchPath(tree, name)], {
    cwd: tree,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  runningBench = child;
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  runningBench = undefined;
  const figures = parseFigures(output);
  if (figures === null)
    throw new Error(`bench/${name}.ts in ${tree} ended with ${code} and printed no figures:\n${output}`);
  return figures;
}

/** Stops the current run, with the servers that it started. Its database is a separate process. */
export async function stopRunningBench(): Promise<void> {
  const child = runningBench;
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  process.kill(-child.pid, 'SIGTERM');
  await closed;
}
