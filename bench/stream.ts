import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { freePort } from '../server/test/running-server.ts';

// How late an update of 2 kB reaches 5,000 readers of the stream, once a second, from a server on one core.

const CLIENTS = Number.parseInt(process.env.BENCH_CLIENTS ?? '5000', 10);
const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '15', 10);
const MOST_MS = 100;
/** Beside the sockets a process has some files open. */
const FILES = CLIENTS + 200;

const canPin = cpus().length > 1 && spawnSync('sh', ['-c', 'command -v taskset']).status === 0;

/** A script of this folder on a core of its own where that can be said, and with enough files. */
function run(core: number, script: string, ...args: string[]): ChildProcess {
  const command = [process.execPath, join(import.meta.dirname, script), ...args];
  const pinned = canPin ? ['taskset', '-c', String(core), ...command] : command;
  return spawn('sh', ['-c', `ulimit -n ${FILES} 2>/dev/null; exec "$@"`, 'sh', ...pinned], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

interface Measured {
  clients: number;
  messages: number;
  p50: number | null;
  p99: number | null;
  most: number | null;
  lost: number;
}

const limit = spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout.trim();
if (limit !== 'unlimited' && Number.parseInt(limit, 10) < FILES)
  console.log(`At most ${limit} files may be open here: fewer readers get through than ${CLIENTS}.`);

const port = await freePort();
const server = run(0, 'stream-server.ts', String(port));
if (!server.stdout || !server.stdin) throw new Error('no pipes');
await new Promise((resolve) => server.stdout?.once('data', resolve));
const clients = run(1, 'stream-clients.ts', String(port), String(CLIENTS), String(SECONDS));
if (!clients.stdout) throw new Error('no pipes');
const measured = (await json(clients.stdout)) as Measured;
const cost = json(server.stdout) as Promise<{ publishCpuMs: number }>;
server.stdin.end();
const { publishCpuMs } = await cost;

const ms = (value: number | null) => (value === null ? '' : value.toFixed(1));
console.table({
  [`${CLIENTS} readers, 2 kB a second${canPin ? ', server on one core' : ''}`]: {
    'p50 ms': ms(measured.p50),
    'p99 ms': ms(measured.p99),
    'most ms': ms(measured.most),
    'publish, CPU ms': ms(publishCpuMs),
    lost: measured.lost,
  },
});
console.log(JSON.stringify({ bench: 'stream', ...measured, publishCpuMs }));
if (measured.lost > 0 || measured.p99 === null || measured.p99 > MOST_MS) process.exitCode = 1;
