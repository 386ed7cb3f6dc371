// Run before each test file of the gate: what starts a second process belongs to the whole suite, since its outcome depends
// on what else the machine does. PostgreSQL is the one exception, and is started before the files are.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const WAYS = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const;

for (const way of WAYS)
  childProcess[way] = (() => {
    throw new Error(
      `A test of the gate called ${way}. Name its file *.system.test.ts, or test what it needs in process.`,
    );
  }) as never;
syncBuiltinESMExports();
