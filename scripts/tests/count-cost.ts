// Runs before each test file when SARRAF_COSTS names a file: adds a line to it with the cost of the test file.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const TICKS_PER_SECOND = 100;
const MICROSECONDS = 1_000_000;

/** Returns the CPU seconds of this process and of its ended child processes. PostgreSQL is no child. */
function getCpuSeconds(): number {
  if (!existsSync('/proc/self/stat')) {
    const { user, system } = process.cpuUsage();
    return (user + system) / MICROSECONDS;
  }
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [user = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return (user + system + ofChildren + systemOfChildren) / TICKS_PER_SECOND;
}

const costs = process.env.SARRAF_COSTS;
if (costs) {
  const before = getCpuSeconds();
  // afterAll hooks run in reverse order: this is the last one.
  afterAll(() => {
    const line = { file: expect.getState().testPath, seconds: getCpuSeconds() - before };
    appendFileSync(costs, `${JSON.stringify(line)}\n`);
  });
}
