// `npm run bench [name...]`: runs the benchmarks of bench/, each of which prints a table and, last, one JSON line
// with its figures.
// `npm run bench compare <commit> [name...]`: alternates those of another version and of this one, and prints
// ratios.
// `npm run bench record`: appends this version's line to bench/history.md.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compareWithCommit } from './bench/compare.ts';
import { recordHistory } from './bench/record.ts';
import { benchPath } from './bench/run-bench.ts';

const root = join(import.meta.dirname, '..');
const BENCHES = [
  'otc',
  'matching',
  'books',
  'orders',
  'burst',
  'cost',
  'cluster',
  'history',
  'rows',
  'audit',
  'watch',
  'login',
  'stream',
  'web',
  'trade-page',
  'strangers',
  'traces',
  'idle',
  'model',
];

function runBenches(names: readonly string[]): void {
  for (const name of names) {
    const file = benchPath(root, name);
    if (!BENCHES.includes(name) || !existsSync(file)) {
      process.stderr.write(`No benchmark "${name}"; there are: ${BENCHES.join(', ')}, compare and record\n`);
      process.exit(2);
    }
    const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit', cwd: root });
    if (status !== 0) process.exit(status ?? 1);
  }
}

const [first, ...others] = process.argv.slice(2);
try {
  if (first === 'compare') await compareWithCommit(others[0], others.slice(1));
  else if (first === 'record') await recordHistory();
  else runBenches(first === undefined ? BENCHES : [first, ...others]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
