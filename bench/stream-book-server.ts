// The server's own HTTP, stream and publisher of market data. The order book of one market has 5,000 levels and
// changes 50 times a second, from when it listens until standard input ends; each change is also published to the
// order's owner.
// Arguments: port, readers. Standard output: {"began"}, when change 0 is due; at the end {"cores", "turnMs",
// "bytes"}: CPU time a second, how long a turn of the event loop takes (99 of 100), the size of an update.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MarketTickers } from '../server/src/market-data/figures-sheet.ts';
import { MarketsTable } from '../server/src/market-data/markets-table.ts';
import { ChangePublisher } from '../server/src/market-data/publish-changes.ts';
import { ReferenceMinutes } from '../server/src/market-data/reference-minutes.ts';
import { MarketView } from '../server/src/market-data/view.ts';
import { type BookChange, createBus } from '../server/src/platform/bus/bus.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import type { Config } from '../server/src/platform/config/config.ts';
import { createHttp } from '../server/src/platform/http/http.ts';
import { Stream } from '../server/src/platform/http/stream/stream.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createTestCaller } from '../server/test/caller.ts';
import {
  BENCH_LEVELS,
  BOOK_CHANNEL,
  CUSTOMER_SHARE,
  changeDueAt,
  MARKET,
  readerName,
  waitUntilDue,
} from './stream-book.ts';

const [port, readers] = process.argv.slice(2).map((text) => Number.parseInt(text, 10)) as [number, number];
const BEST = 12_845_200_000_000_000n;
const TICK = 1_000_000_000n;
const FULL_AMOUNT = 1_000_000n;
/** Most changes are near the best prices. */
const NEAR_LEVELS = 40;

let randomState = 7;
/** Returns a pseudo-random number below `count`, the same numbers in each run. */
function randomBelow(count: number): number {
  randomState = (randomState * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((randomState / 2_147_483_648) * count);
}
const priceAtLevel = (side: 'buy' | 'sell', level: number): bigint =>
  BEST + (side === 'buy' ? -1n : 1n) * BigInt(level + 1) * TICK;

const SIDES = ['buy', 'sell'] as const;
const view = new MarketView('BITCOIN', 'TOMAN', {
  sequence: 0,
  fill: 0,
  lastPrice: null,
  levels: SIDES.flatMap((side) =>
    Array.from({ length: BENCH_LEVELS / 2 }, (_, place) => ({
      side,
      price: priceAtLevel(side, place),
      amount: FULL_AMOUNT,
    })),
  ),
  trades: [],
  minutes: [],
  before: null,
});

/** Amounts of levels other than FULL. */
const amounts = new Map<string, bigint>();
/** An order is placed, or one price is emptied, to be filled again the next time; every tenth change also trades. */
function createChange(): BookChange {
  const side = SIDES[randomBelow(2)] as 'buy' | 'sell';
  const price = priceAtLevel(
    side,
    randomBelow(10) === 0 ? randomBelow(BENCH_LEVELS / 2) : randomBelow(NEAR_LEVELS),
  );
  const key = `${side} ${price}`;
  const emptiedLevel = amounts.get(key) ?? FULL_AMOUNT;
  const delta =
    emptiedLevel === 0n ? FULL_AMOUNT : randomBelow(4) === 0 ? -emptiedLevel : BigInt(randomBelow(5_000) + 1);
  amounts.set(key, emptiedLevel + delta);
  const fill = { number: view.fill + 1, price, amount: 100n, notional: 100n * TICK, side };
  return {
    market: MARKET,
    sequence: view.sequence + 1,
    levels: [{ side, price, delta }],
    fills: randomBelow(10) === 0 ? [fill] : [],
    at: Date.now(),
  };
}

const rate = { max: 1_000_000, windowMs: 60_000 };
const rates = { read: rate, write: rate, money: rate, order: rate, login: rate, code: rate };
const authenticateToken = async (token: string | null) =>
  token ? createTestCaller({ userId: token }) : null;
const log = createLog('silent');
const http = await createHttp({
  config: { sandbox: true, TRUST_PROXY: false, rates } as unknown as Config,
  log,
  clock: systemClock,
  authenticate: authenticateToken,
});
const stream = new Stream(http, authenticateToken);
for (const name of ['orders', 'wallets']) stream.openPrivateChannel(name);
const market = {
  summary: () => ({ reference: BEST, change: '0.00', lastWeek: [] }),
  orderTerms: () => null,
};
const buildSnapshot = (name: string) => (name === MARKET ? view : null);
const figures = new MarketTickers({ bus: createBus(), clock: systemClock, view: buildSnapshot });
const table = new MarketsTable({ market, figures: (name) => figures.of(name) });
const reference = new ReferenceMinutes(() => BEST);
const publisher = new ChangePublisher({
  stream,
  clock: systemClock,
  log,
  view: buildSnapshot,
  open: async (name) => buildSnapshot(name),
  figures,
  table,
  reference,
});
publisher.start();
await http.app.listen({ port, host: '127.0.0.1' });

/** The size of a real order. */
const ORDER_MESSAGE = {
  orderType: 'LIMITED_BUY',
  orderStatus: 'IS_OPEN',
  marketType: MARKET,
  filling: 'x'.repeat(400),
};
const bytes: number[] = [];
const originalPublish = stream.publish.bind(stream);
stream.publish = (name, data, numbered) => {
  if (name === BOOK_CHANNEL)
    bytes.push(JSON.stringify({ channel: name, ...numbered, type: 'update', data }).length);
  originalPublish(name, data, numbered);
};

const began = process.hrtime.bigint();
process.stdout.write(`${JSON.stringify({ began: String(began) })}\n`);
let running = true;
process.stdin.resume().on('end', () => {
  running = false;
});
const turns = monitorEventLoopDelay({ resolution: 1 });
const costs: number[] = [];
let before = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  costs.push((user + system) / 1e6);
}, 1_000).unref();
for (let number = 0; running; number += 1) {
  const due = changeDueAt(began, number);
  await waitUntilDue(due);
  // Connecting costs more than reading, and isn't measured.
  if (number === 250) turns.enable();
  // Change 0 is the order book's first.
  view.applyChange(createChange());
  publisher.markChanged(MARKET);
  const person = readerName(randomBelow(Math.max(1, Math.floor(readers * CUSTOMER_SHARE))));
  stream.publishTo(person, 'orders', { at: due.toString().padStart(20, '0'), ...ORDER_MESSAGE });
  stream.publishTo(person, 'wallets', { coins: ['TOMAN', 'BITCOIN'] });
}
const computeMedian = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
// Measured at the end, when all readers were connected.
const endFigures = {
  cores: computeMedian(costs.slice(-10)),
  turnMs: turns.percentile(99) / 1e6,
  bytes: computeMedian(bytes),
};
process.stdout.write(`${JSON.stringify(endFigures)}\n`, () => process.exit(0));
