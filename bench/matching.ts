import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const OPERATIONS = Number.parseInt(process.env.BENCH_OPERATIONS ?? '2000000', 10);
/** The other library plays only the beginning of the same stream, since it is slow. */
const OTHER_OPERATIONS = OPERATIONS / 10;
const ROUNDS = 3;
const NORMAL_DEPTH = 2_000;
const LARGE_DEPTH = 185_000;
const MANY_ORDERS = 1_000_000;

interface MatchingRound {
  /** Operations per second of CPU time, which excludes other load on the machine. */
  perSecond: number;
  traded: number;
}

/** Uses a fresh process each time, so that no run benefits from the JIT state of an earlier one. */
function runRound<T = MatchingRound>(what: 'ours' | 'theirs' | 'memory', count: number, resting: number): T {
  const file = join(import.meta.dirname, 'matching-round.ts');
  const args = ['--expose-gc', file, what, String(count), String(resting)];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${what} ended with ${status}`);
  return JSON.parse(stdout);
}

function computeMedian(rounds: MatchingRound[]): number {
  const sorted = rounds.map(({ perSecond }) => perSecond).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

/** Both order books must have traded the same, or their speeds can't be compared. */
function expectSameTrades(): void {
  const [ownTraded, otherTraded] = (['ours', 'theirs'] as const).map(
    (what) => runRound(what, 20_000, NORMAL_DEPTH).traded,
  );
  if (ownTraded !== otherTraded) throw new Error(`traded ${ownTraded} lots here and ${otherTraded} there`);
}

expectSameTrades();
const normal: MatchingRound[] = [];
const deep: MatchingRound[] = [];
const theirs: MatchingRound[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  normal.push(runRound('ours', OPERATIONS, NORMAL_DEPTH));
  theirs.push(runRound('theirs', OTHER_OPERATIONS, NORMAL_DEPTH));
  deep.push(runRound('ours', OPERATIONS, LARGE_DEPTH));
}
const { bytes } = runRound<{ bytes: number }>('memory', 0, MANY_ORDERS);
const formatRow = (rounds: MatchingRound[], operations: number) => ({
  operations,
  perSecond: Math.round(computeMedian(rounds)),
  'ns each': Math.round(1e9 / computeMedian(rounds)),
  'x nodejs-order-book': Math.round((computeMedian(rounds) / computeMedian(theirs)) * 10) / 10,
});
console.log('70 % orders that wait, 20 % cancels, 10 % that cross; median of 3 rounds in processor time');
console.table({
  [`${NORMAL_DEPTH} orders waiting`]: formatRow(normal, OPERATIONS),
  [`${LARGE_DEPTH} orders waiting`]: formatRow(deep, OPERATIONS),
  [`nodejs-order-book, ${NORMAL_DEPTH}`]: formatRow(theirs, OTHER_OPERATIONS),
});
console.log(`${bytes.toFixed(1)} bytes for each of ${MANY_ORDERS} orders that wait`);
console.log(
  JSON.stringify({
    bench: 'matching',
    normalPerSecond: computeMedian(normal),
    deepPerSecond: computeMedian(deep),
    bytesPerOrder: Math.round(bytes * 10) / 10,
    toNodejsOrderBook: Math.round((computeMedian(normal) / computeMedian(theirs)) * 10) / 10,
    deepToNormal: Math.round((computeMedian(deep) / computeMedian(normal)) * 100) / 100,
  }),
);
