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
import { testCaller } from '../server/test/caller.ts';
import { BOOK, CUSTOMERS, dueAt, LEVELS, MARKET, nameOf, untilDue } from './stream-book.ts';

const [port, readers] = process.argv.slice(2).map((text) => Number.parseInt(text, 10)) as [number, number];
const BEST = 12_845_200_000_000_000n;
const TICK = 1_000_000_000n;
const FULL = 1_000_000n;
/** Most changes are near the best prices. */
const NEAR = 40;

let drawn = 7;
/** Returns a pseudo-random number below `count`, the same numbers in each run. */
function below(count: number): number {
  drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((drawn / 2_147_483_648) * count);
}
const priceAt = (side: 'buy' | 'sell', place: number): bigint =>
  BEST + (side === 'buy' ? -1n : 1n) * BigInt(place + 1) * TICK;

const SIDES = ['buy', 'sell'] as const;
const view = new MarketView('BITCOIN', 'TOMAN', {
  sequence: 0,
  fill: 0,
  lastPrice: null,
  levels: SIDES.flatMap((side) =>
    Array.from({ length: LEVELS / 2 }, (_, place) => ({ side, price: priceAt(side, place), amount: FULL })),
  ),
  trades: [],
  minutes: [],
  before: null,
});

/** Amounts of levels other than FULL. */
const amounts = new Map<string, bigint>();
/** An order is placed, or one price is emptied, to be filled again the next time; every tenth change also trades. */
function nextChange(): BookChange {
  const side = SIDES[below(2)] as 'buy' | 'sell';
  const price = priceAt(side, below(10) === 0 ? below(LEVELS / 2) : below(NEAR));
  const key = `${side} ${price}`;
  const waits = amounts.get(key) ?? FULL;
  const delta = waits === 0n ? FULL : below(4) === 0 ? -waits : BigInt(below(5_000) + 1);
  amounts.set(key, waits + delta);
  const fill = { number: view.fill + 1, price, amount: 100n, notional: 100n * TICK, side };
  return {
    market: MARKET,
    sequence: view.sequence + 1,
    levels: [{ side, price, delta }],
    fills: below(10) === 0 ? [fill] : [],
    at: Date.now(),
  };
}

const rate = { max: 1_000_000, windowMs: 60_000 };
const rates = { read: rate, write: rate, money: rate, order: rate, login: rate, code: rate };
const authenticate = async (token: string | null) => (token ? testCaller({ userId: token }) : null);
const log = createLog('silent');
const http = await createHttp({
  config: { sandbox: true, TRUST_PROXY: false, rates } as unknown as Config,
  log,
  clock: systemClock,
  authenticate,
});
const stream = new Stream(http, authenticate);
for (const name of ['orders', 'wallets']) stream.openPrivateChannel(name);
const market = {
  summary: () => ({ reference: BEST, change: '0.00', lastWeek: [] }),
  orderTerms: () => null,
};
const viewOf = (name: string) => (name === MARKET ? view : null);
const figures = new MarketTickers({ bus: createBus(), clock: systemClock, view: viewOf });
const table = new MarketsTable({ market, figures: (name) => figures.of(name) });
const reference = new ReferenceMinutes(() => BEST);
const publisher = new ChangePublisher({
  stream,
  clock: systemClock,
  log,
  view: viewOf,
  open: async (name) => viewOf(name),
  figures,
  table,
  reference,
});
publisher.start();
await http.app.listen({ port, host: '127.0.0.1' });

/** The size of a real order. */
const ORDER = {
  orderType: 'LIMITED_BUY',
  orderStatus: 'IS_OPEN',
  marketType: MARKET,
  filling: 'x'.repeat(400),
};
const bytes: number[] = [];
const publish = stream.publish.bind(stream);
stream.publish = (name, data, numbered) => {
  if (name === BOOK) bytes.push(JSON.stringify({ channel: name, ...numbered, type: 'update', data }).length);
  publish(name, data, numbered);
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
  const due = dueAt(began, number);
  await untilDue(due);
  // Connecting costs more than reading, and isn't measured.
  if (number === 250) turns.enable();
  // Change 0 is the order book's first.
  view.follow(nextChange());
  publisher.changed(MARKET);
  const person = nameOf(below(Math.max(1, Math.floor(readers * CUSTOMERS))));
  stream.publishTo(person, 'orders', { at: due.toString().padStart(20, '0'), ...ORDER });
  stream.publishTo(person, 'wallets', { coins: ['TOMAN', 'BITCOIN'] });
}
const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
// Measured at the end, when all readers were connected.
const told = { cores: middle(costs.slice(-10)), turnMs: turns.percentile(99) / 1e6, bytes: middle(bytes) };
process.stdout.write(`${JSON.stringify(told)}\n`, () => process.exit(0));
