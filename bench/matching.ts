import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const OPERATIONS = Number.parseInt(process.env.BENCH_OPERATIONS ?? '2000000', 10);
/** The other library plays only the beginning of the same stream, since it is slow. */
const THEIR_OPERATIONS = OPERATIONS / 10;
const ROUNDS = 3;
const NORMAL = 2_000;
const DEEP = 185_000;
const MANY = 1_000_000;

interface Round {
  /** Operations per second of CPU time, which excludes other load on the machine. */
  perSecond: number;
  traded: number;
}

/** Uses a fresh process each time, so that no run benefits from the JIT state of an earlier one. */
function measure<T = Round>(what: 'ours' | 'theirs' | 'memory', count: number, resting: number): T {
  const file = join(import.meta.dirname, 'matching-round.ts');
  const args = ['--expose-gc', file, what, String(count), String(resting)];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${what} ended with ${status}`);
  return JSON.parse(stdout);
}

function median(rounds: Round[]): number {
  const sorted = rounds.map(({ perSecond }) => perSecond).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

/** Both order books must have traded the same, or their speeds can't be compared. */
function expectSameTrades(): void {
  const [mine, their] = (['ours', 'theirs'] as const).map((what) => measure(what, 20_000, NORMAL).traded);
  if (mine !== their) throw new Error(`traded ${mine} lots here and ${their} there`);
}

expectSameTrades();
const normal: Round[] = [];
const deep: Round[] = [];
const theirs: Round[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  normal.push(measure('ours', OPERATIONS, NORMAL));
  theirs.push(measure('theirs', THEIR_OPERATIONS, NORMAL));
  deep.push(measure('ours', OPERATIONS, DEEP));
}
const { bytes } = measure<{ bytes: number }>('memory', 0, MANY);
const row = (rounds: Round[], operations: number) => ({
  operations,
  perSecond: Math.round(median(rounds)),
  'ns each': Math.round(1e9 / median(rounds)),
  'x nodejs-order-book': Math.round((median(rounds) / median(theirs)) * 10) / 10,
});
console.log('70 % orders that wait, 20 % cancels, 10 % that cross; median of 3 rounds in processor time');
console.table({
  [`${NORMAL} orders waiting`]: row(normal, OPERATIONS),
  [`${DEEP} orders waiting`]: row(deep, OPERATIONS),
  [`nodejs-order-book, ${NORMAL}`]: row(theirs, THEIR_OPERATIONS),
});
console.log(`${bytes.toFixed(1)} bytes for each of ${MANY} orders that wait`);
console.log(
  JSON.stringify({
    bench: 'matching',
    normalPerSecond: median(normal),
    deepPerSecond: median(deep),
    bytesPerOrder: Math.round(bytes * 10) / 10,
    toNodejsOrderBook: Math.round((median(normal) / median(theirs)) * 10) / 10,
    deepToNormal: Math.round((median(deep) / median(normal)) * 100) / 100,
  }),
);
