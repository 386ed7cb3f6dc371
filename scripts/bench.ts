// `npm run bench [name]`: the benchmarks of bench/, each printing a table and, last, one JSON line with its ratios.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const BENCHES = ['otc', 'matching', 'orders', 'history', 'audit', 'login', 'stream', 'web'];
const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : BENCHES) {
  const file = join(root, 'bench', `${name}.ts`);
  if (!BENCHES.includes(name) || !existsSync(file)) {
    process.stderr.write(`No benchmark "${name}"; there are: ${BENCHES.join(', ')}\n`);
    process.exit(2);
  }
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit', cwd: root });
  if (status !== 0) process.exit(status ?? 1);
}
