import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { freePort } from '../server/test/running-server.ts';

// From a server on one core to 5,000 readers of its stream: the delay of an update of 2 kB, once a second; and that
// of each of 50 changes a second of an order book of 5,000 levels, through the publisher of market data, while a
// fifth of the readers gets messages about their own orders.

const CLIENTS = Number.parseInt(process.env.BENCH_CLIENTS ?? '5000', 10);
const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '15', 10);
const MAX_MS = 100;
/** A process has some open files in addition to the sockets. */
const FILES = CLIENTS + 200;

const canPin = cpus().length > 1 && spawnSync('sh', ['-c', 'command -v taskset']).status === 0;

/** Runs a script of this folder on its own core where supported, with enough open files. */
function run(core: number, script: string, ...args: string[]): ChildProcess {
  const command = [process.execPath, join(import.meta.dirname, script), ...args];
  const pinned = canPin ? ['taskset', '-c', String(core), ...command] : command;
  return spawn('sh', ['-c', `ulimit -n ${FILES} 2>/dev/null; exec "$@"`, 'sh', ...pinned], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

interface Late {
  p50: number | null;
  p99: number | null;
  most: number | null;
  lost: number;
}

/** Runs two processes, the first of which prints a line once it listens, and another when its input ends. */
async function between<M extends Late, C>(
  name: 'stream' | 'stream-book',
  serverArgs: string[],
  clientArgs: (said: string) => string[],
): Promise<M & C> {
  const port = String(await freePort());
  const server = run(0, `${name}-server.ts`, port, ...serverArgs);
  if (!server.stdout || !server.stdin) throw new Error('no pipes');
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const said = String((await lines.next()).value);
  const clients = run(1, `${name}-clients.ts`, port, String(CLIENTS), String(SECONDS), ...clientArgs(said));
  if (!clients.stdout) throw new Error('no pipes');
  const measured = (await json(clients.stdout)) as M;
  server.stdin.end();
  const cost = String((await lines.next()).value);
  return { ...measured, ...(JSON.parse(cost) as C) };
}

const limit = spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout.trim();
if (limit !== 'unlimited' && Number.parseInt(limit, 10) < FILES)
  console.log(`At most ${limit} files may be open here: fewer readers get through than ${CLIENTS}.`);

const plain = await between<Late & { clients: number; messages: number }, { publishCpuMs: number }>(
  'stream',
  [],
  () => [],
);
const book = await between<
  Late & { readers: number; ownP99: number | null; aSecond: number; readersCores: number },
  { cores: number; turnMs: number; bytes: number }
>('stream-book', [String(CLIENTS)], (said) => [(JSON.parse(said) as { began: string }).began]);

const ms = (value: number | null) => (value === null ? '' : value.toFixed(1));
const late = ({ p50, p99, most, lost }: Late) => ({
  'p50 ms': ms(p50),
  'p99 ms': ms(p99),
  'most ms': ms(most),
  lost,
});
const where = canPin ? ', server on one core' : '';
console.table({
  [`${CLIENTS} readers, 2 kB a second${where}`]: {
    ...late(plain),
    'publish, CPU ms': ms(plain.publishCpuMs),
  },
});
console.table({
  [`${CLIENTS} readers, 50 changes a second${where}`]: {
    ...late(book),
    'own, p99 ms': ms(book.ownP99),
    'messages a second': book.aSecond.toFixed(1),
    bytes: book.bytes,
    'turn, p99 ms': ms(book.turnMs),
    'server, cores': book.cores.toFixed(2),
    'readers, cores': book.readersCores.toFixed(2),
  },
});
console.log(
  JSON.stringify({
    bench: 'stream',
    ...plain,
    bookP50: book.p50,
    bookP99: book.p99,
    bookOwnP99: book.ownP99,
    bookMost: book.most,
    bookLost: book.lost,
    bookMessages: book.aSecond,
    bookBytes: book.bytes,
    bookCores: book.cores,
  }),
);
const misses = ({ p99, lost }: Late) => lost > 0 || p99 === null || p99 > MAX_MS;
if (misses(plain) || misses({ ...book, p99: Math.max(book.p99 ?? MAX_MS + 1, book.ownP99 ?? 0) }))
  process.exitCode = 1;
