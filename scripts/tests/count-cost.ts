// Run before each test file when SARRAF_COSTS names a file: adds a line to it with what the test file cost.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const TICKS_A_SECOND = 100;
const MICROSECONDS = 1_000_000;

/** Seconds of a processor, of this process and of those that it started and that have ended. PostgreSQL is nobody's child. */
function spent(): number {
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
  return (user + system + ofChildren + systemOfChildren) / TICKS_A_SECOND;
}

const costs = process.env.SARRAF_COSTS;
if (costs) {
  const before = spent();
  // Hooks of the end run in the other order than they were given: this is the last one.
  afterAll(() => {
    const line = { file: expect.getState().testPath, seconds: spent() - before };
    appendFileSync(costs, `${JSON.stringify(line)}\n`);
  });
}
