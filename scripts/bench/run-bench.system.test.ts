import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder } from '../../server/test/remove-folder.ts';
import { benchPath, runBench } from './run-bench.ts';

let tree: string;
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'sarraf-tree-'));
});
afterEach(() => removeFolder(tree));

function addBench(source: string): void {
  const file = benchPath(tree, 'tiny');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, source);
}

test('a benchmark runs in its own tree with the given environment, and a missed target is no failure', async () => {
  addBench(`console.log(JSON.stringify({ bench: 'tiny', seconds: Number(process.env.BENCH_SECONDS), inTree:
    process.cwd() === import.meta.dirname.replace(/.bench$/, '') ? 1 : 0 })); process.exitCode = 1;`);
  expect(await runBench(tree, 'tiny', { ...process.env, BENCH_SECONDS: '4' })).toEqual({
    seconds: 4,
    inTree: 1,
  });
});

test('a benchmark that ends without figures is an error with its output', async () => {
  addBench(`console.log('half a table'); process.exitCode = 3;`);
  await expect(runBench(tree, 'tiny', process.env)).rejects.toThrow(/ended with 3 .*\n.*half a table/);
});

/**
 * They use the product's tables and functions and are otherwise rarely run: the nightly run executes each for a
 * second.
 */
const BY_NIGHT = process.env.SARRAF_NIGHTLY ? ['otc', 'orders', 'matching', 'login', 'stream', 'rows'] : [];
const SHORT = {
  BENCH_SECONDS: '1',
  BENCH_SAMPLES: '4',
  BENCH_CLIENTS: '50',
  BENCH_OPERATIONS: '20000',
  BENCH_ROWS: '20000',
};
const root = join(import.meta.dirname, '../..');
test.each(BY_NIGHT)(
  'the benchmark %s prints figures',
  async (name) => {
    const figures = await runBench(root, name, { ...process.env, ...SHORT });
    expect(Object.values(figures).length).toBeGreaterThan(0);
  },
  300_000,
);
