import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { findFreePort } from '../server/test/running-server.ts';

// From a server on one core to 5,000 readers of its stream: the delay of an update of 2 kB, once a second; and that
// of each of 50 changes a second of an order book of 5,000 levels, through the publisher of market data, while a
// fifth of the readers gets messages about their own orders.

const CLIENT_COUNT = Number.parseInt(process.env.BENCH_CLIENTS ?? '5000', 10);
const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '15', 10);
const MAX_MS = 100;
/** A process has some open files in addition to the sockets. */
const MAX_OPEN_FILES = CLIENT_COUNT + 200;

const canPinCores = cpus().length > 1 && spawnSync('sh', ['-c', 'command -v taskset']).status === 0;

/** Runs a script of this folder on its own core where supported, with enough open files. */
function runScript(core: number, script: string, ...args: string[]): ChildProcess {
  const command = [process.execPath, join(import.meta.dirname, script), ...args];
  const pinned = canPinCores ? ['taskset', '-c', String(core), ...command] : command;
  return spawn('sh', ['-c', `ulimit -n ${MAX_OPEN_FILES} 2>/dev/null; exec "$@"`, 'sh', ...pinned], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

interface DelayFigures {
  p50: number | null;
  p99: number | null;
  most: number | null;
  lost: number;
}

/** Runs two processes, the first of which prints a line once it listens, and another when its input ends. */
async function runServerAndClients<M extends DelayFigures, C>(
  name: 'stream' | 'stream-book',
  serverArgs: string[],
  clientArgs: (serverLine: string) => string[],
): Promise<M & C> {
  const port = String(await findFreePort());
  const server = runScript(0, `${name}-server.ts`, port, ...serverArgs);
  if (!server.stdout || !server.stdin) throw new Error('no pipes');
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const serverOutput = String((await lines.next()).value);
  const clients = runScript(
    1,
    `${name}-clients.ts`,
    port,
    String(CLIENT_COUNT),
    String(SECONDS),
    ...clientArgs(serverOutput),
  );
  if (!clients.stdout) throw new Error('no pipes');
  const measured = (await json(clients.stdout)) as M;
  server.stdin.end();
  const cost = String((await lines.next()).value);
  return { ...measured, ...(JSON.parse(cost) as C) };
}

const limit = spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout.trim();
if (limit !== 'unlimited' && Number.parseInt(limit, 10) < MAX_OPEN_FILES)
  console.log(`At most ${limit} files may be open here: fewer readers get through than ${CLIENT_COUNT}.`);

const plain = await runServerAndClients<
  DelayFigures & { clients: number; messages: number },
  { publishCpuMs: number }
>('stream', [], () => []);
const book = await runServerAndClients<
  DelayFigures & { readers: number; ownP99: number | null; aSecond: number; readersCores: number },
  { cores: number; turnMs: number; bytes: number }
>('stream-book', [String(CLIENT_COUNT)], (serverLine) => [
  (JSON.parse(serverLine) as { began: string }).began,
]);

const formatMs = (value: number | null) => (value === null ? '' : value.toFixed(1));
const formatDelays = ({ p50, p99, most, lost }: DelayFigures) => ({
  'p50 ms': formatMs(p50),
  'p99 ms': formatMs(p99),
  'most ms': formatMs(most),
  lost,
});
const machineText = canPinCores ? ', server on one core' : '';
console.table({
  [`${CLIENT_COUNT} readers, 2 kB a second${machineText}`]: {
    ...formatDelays(plain),
    'publish, CPU ms': formatMs(plain.publishCpuMs),
  },
});
console.table({
  [`${CLIENT_COUNT} readers, 50 changes a second${machineText}`]: {
    ...formatDelays(book),
    'own, p99 ms': formatMs(book.ownP99),
    'messages a second': book.aSecond.toFixed(1),
    bytes: book.bytes,
    'turn, p99 ms': formatMs(book.turnMs),
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
const missesLimit = ({ p99, lost }: DelayFigures) => lost > 0 || p99 === null || p99 > MAX_MS;
if (missesLimit(plain) || missesLimit({ ...book, p99: Math.max(book.p99 ?? MAX_MS + 1, book.ownP99 ?? 0) }))
  process.exitCode = 1;
