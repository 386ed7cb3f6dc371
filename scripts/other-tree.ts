/** Another version of this product, in a folder of its own, to run next to this one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkPackages } from './link-packages.ts';

const root = join(import.meta.dirname, '..');

export function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

/** Returns its abbreviated id. @throws when there is no such commit. */
export const commitOf = (name: string): string => git('rev-parse', '--verify', '--short', `${name}^{commit}`);

/** Checks out the commit's tree, without packages. */
export const addTree = (id: string, there: string): void =>
  void git('worktree', 'add', '--quiet', '--detach', there, id);

export function removeTree(there: string): void {
  if (existsSync(there)) git('worktree', 'remove', '--force', there);
}

/** Provides its packages: links to ours if the lock files are equal. */
export function installTree(id: string, there: string): void {
  const [ours, theirs] = [root, there].map((tree) => readFileSync(join(tree, 'package-lock.json'), 'utf8'));
  if (ours === theirs) return linkPackages(root, there);
  console.log(`${id} has another package-lock.json: npm ci…`);
  const { status } = spawnSync(
    'npm',
    ['ci', '--prefer-offline', '--no-fund', '--no-audit', '--loglevel=error'],
    {
      cwd: there,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: '' },
    },
  );
  if (status !== 0) throw new Error(`npm ci ended with ${status} in ${id}`);
}
