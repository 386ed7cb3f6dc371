// One measurement of `matching.ts`, in a process of its own: what, number of operations, number of resting orders
// before. With `memory` it measures the memory of the resting orders; node needs --expose-gc then.
import { OrderBook } from 'nodejs-order-book';
import type { Book, IncomingOrder, RestingOrder } from '../server/src/trading/book/book-types.ts';
import { createBook } from '../server/src/trading/book/fast-book.ts';
import { createStream, type Stream } from './matching-stream.ts';

const SEED = 2026;

/** Plays rows of a stream; returns the traded lots. */
type PlayRows = (from: number, to: number) => number;

function createOwnBook(stream: Stream): PlayRows {
  const book: Book = createBook();
  // Reused objects on both sides: a caller has these already.
  const taker: IncomingOrder = { side: 'buy', owner: 0, limit: 0, lots: 0, budget: Number.POSITIVE_INFINITY };
  const resting: RestingOrder = { side: 'buy', owner: 0, tick: 0, lots: 0 };
  const { handle: handles, cancels, buys, tick, lots } = stream;
  return (from, to) => {
    let traded = 0;
    for (let row = from; row < to; row += 1) {
      const handle = handles[row] as number;
      if (cancels[row] === 1) {
        book.remove(handle);
        continue;
      }
      taker.side = buys[row] === 1 ? 'buy' : 'sell';
      taker.owner = row;
      taker.limit = tick[row] as number;
      taker.lots = lots[row] as number;
      const match = book.match(taker);
      if (match.fills.length > 0) book.apply(match.number);
      if (match.rest > 0) {
        resting.side = taker.side;
        resting.owner = row;
        resting.tick = taker.limit;
        resting.lots = match.rest;
        if (book.add(resting) !== handle) throw new Error('handles differ from those of the stream');
      }
      traded += taker.lots - match.rest;
    }
    return traded;
  };
}

function createOtherBook(stream: Stream, ids: string[]): PlayRows {
  const book = new OrderBook();
  const order = { id: '', side: 'buy' as never, size: 0, price: 0 };
  const { cancels, buys, tick, lots } = stream;
  return (from, to) => {
    let traded = 0;
    for (let row = from; row < to; row += 1) {
      const id = ids[row] as string;
      if (cancels[row] === 1) {
        book.cancel(id);
        continue;
      }
      order.id = id;
      order.side = (buys[row] === 1 ? 'buy' : 'sell') as never;
      order.size = lots[row] as number;
      order.price = tick[row] as number;
      const result = book.limit(order);
      if (result.err) throw result.err;
      if (result.done.length > 0 || result.partial) traded += order.size - result.quantityLeft;
    }
    return traded;
  };
}

/** Returns each order's own id, and for a cancellation that of its order. Created before the clock runs. */
function createOrderIds(stream: Stream): string[] {
  const waiting: string[] = [];
  return Array.from(stream.handle, (handle, row) => {
    if (stream.cancels[row] === 1) return waiting[handle] as string;
    const id = `order-${row}`;
    waiting[handle] = id;
    return id;
  });
}

/** Returns the bytes of heap and buffers per order, when all of `before` rest. */
function measureMemory(stream: Stream): number {
  const readMemory = () => {
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = readMemory();
  const play = createOwnBook(stream);
  play(0, stream.before);
  const bytes = readMemory() - before;
  // The order book is used again, or it would have been collected, too.
  play(stream.before, stream.before);
  return bytes / stream.before;
}

/** Both play the whole stream once before the clock runs, so that compilation isn't measured. */
function measureSpeed(stream: Stream, createBook: () => PlayRows): { perSecond: number; traded: number } {
  createBook()(0, stream.rows);
  const play = createBook();
  play(0, stream.before);
  const started = process.threadCpuUsage();
  const traded = play(stream.before, stream.rows);
  const { user, system } = process.threadCpuUsage(started);
  return { perSecond: (stream.rows - stream.before) / ((user + system) / 1e6), traded };
}

const [mode, count, resting] = process.argv.slice(2) as [string, string, string];
const stream = createStream(Number.parseInt(count, 10), Number.parseInt(resting, 10), SEED);
if (mode === 'memory') console.log(JSON.stringify({ bytes: measureMemory(stream) }));
else {
  const ids = mode === 'theirs' ? createOrderIds(stream) : [];
  console.log(
    JSON.stringify(
      measureSpeed(stream, () => (mode === 'theirs' ? createOtherBook(stream, ids) : createOwnBook(stream))),
    ),
  );
}
