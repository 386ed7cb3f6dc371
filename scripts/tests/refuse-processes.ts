// Run before each test file of the gate: what starts a second process belongs to the whole suite, since its outcome depends
// on what else the machine does. PostgreSQL is started before the files are.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const WAYS = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const;
/** TypeScript 7 tells of types only as a process of its own, which answers the same whatever else the machine does. */
const COMPILER = /node_modules\/@typescript\//;

for (const way of WAYS) {
  const start = childProcess[way] as (command: string, ...more: unknown[]) => unknown;
  childProcess[way] = ((command: string, ...more: unknown[]) => {
    if (COMPILER.test(command)) return start(command, ...more);
    throw new Error(
      `A test of the gate called ${way}. Name its file *.system.test.ts, or test what it needs in process.`,
    );
  }) as never;
}
syncBuiltinESMExports();
