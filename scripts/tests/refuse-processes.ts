// Runs before each test file of the gate: a test that starts a process belongs to the whole suite, since its
// outcome depends on the machine's load. PostgreSQL is started before the files are.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const SPAWN_FUNCTIONS = [
  'spawn',
  'spawnSync',
  'exec',
  'execSync',
  'execFile',
  'execFileSync',
  'fork',
] as const;
/** TypeScript 7 only runs as a process of its own, whose result doesn't depend on the machine's load. */
const COMPILER = /node_modules\/@typescript\//;

for (const functionName of SPAWN_FUNCTIONS) {
  const start = childProcess[functionName] as (command: string, ...more: unknown[]) => unknown;
  childProcess[functionName] = ((command: string, ...more: unknown[]) => {
    if (COMPILER.test(command)) return start(command, ...more);
    throw new Error(
      `A test of the gate called ${functionName}. Name its file *.system.test.ts, or test what it needs in process.`,
    );
  }) as never;
}
syncBuiltinESMExports();
