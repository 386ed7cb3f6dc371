/** Another version of this product, in a folder of its own, to run next to this one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkPackages } from './link-packages.ts';

const root = join(import.meta.dirname, '..');

export function runGit(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

/** Returns its abbreviated id. @throws when there is no such commit. */
export const resolveCommit = (name: string): string =>
  runGit('rev-parse', '--verify', '--short', `${name}^{commit}`);

/** Checks out the commit's tree, without packages. */
export const checkOutTree = (id: string, folder: string): void =>
  void runGit('worktree', 'add', '--quiet', '--detach', folder, id);

export function removeTree(folder: string): void {
  if (existsSync(folder)) runGit('worktree', 'remove', '--force', folder);
}

/** Provides its packages: links to ours if the lock files are equal. */
export function linkTreePackages(id: string, folder: string): void {
  const [ownLockFile, treeLockFile] = [root, folder].map((tree) =>
    readFileSync(join(tree, 'package-lock.json'), 'utf8'),
  );
  if (ownLockFile === treeLockFile) return linkPackages(root, folder);
  console.log(`${id} has another package-lock.json: npm ci…`);
  // The first versions' lock files lack other systems' packages, so `npm ci` refuses them.
  if (!runNpm(folder, 'ci') && !runNpm(folder, 'install'))
    throw new Error(`npm installs no packages of ${id}`);
}

function runNpm(folder: string, command: 'ci' | 'install'): boolean {
  // `npm run` hands this tree's settings on, such as which packages' install scripts may run.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const args = [command, '--prefer-offline', '--no-fund', '--no-audit', '--loglevel=error'];
  const env = { ...Object.fromEntries(own), NODE_ENV: '' };
  return spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}
