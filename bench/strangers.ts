import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../server/src/platform/database/postgres.ts';
import { findFreePort, type RunningServer, startServer } from '../server/test/running-server.ts';

// Effect on customers while an attacker at two other addresses holds connections, floods, or sends endlessly:
// with the default limits, and with the widest.

export type Attack = 'silent' | 'dripping' | 'deaf' | 'huge' | 'streams' | 'flood';

/** Number of concurrent connections or attempts. */
const ATTACKS: Record<Attack, { count: number; does: string }> = {
  silent: { count: 24_000, does: 'connections that say nothing' },
  dripping: { count: 24_000, does: 'connections that send a header a second' },
  deaf: { count: 500, does: 'connections that ask 200 times and read no answer' },
  huge: { count: 200, does: 'bodies of 10 GB, sent as fast as they go' },
  streams: { count: 24_000, does: 'WebSockets' },
  flood: { count: 64, does: 'connections that ask as fast as they are answered' },
};
const WIDE_LIMITS = {
  HEADERS_MS: '30000',
  CONNECTIONS_PER_ADDRESS: '1000000',
  RATE_READ: '1000000',
  RATE_LOGIN: '1000000',
  RATE_WRITE: '1000000',
};
const names = Object.keys(ATTACKS) as Attack[];
const chosen = names.filter((name) => (process.env.BENCH_ATTACK ?? name) === name);
const SECONDS = Number.parseInt(process.env.BENCH_SECONDS ?? '20', 10);
const SETTLE_MS = 6_000;
/** A customer opens a page: each time with a new connection. */
const VISIT_INTERVAL_MS = 125;
const TIMEOUT_MS = 5_000;

interface CustomerEffect {
  answered: number;
  failed: number;
  p50: number;
  p99: number;
  /** Maximum memory of the server's process, megabytes. */
  memory: number;
  /** Maximum number of its open files, connections included. */
  files: number;
}

/** Milliseconds; null: no response, or not a good one. */
function visitPage(port: number): Promise<number | null> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const outgoing = request(
      { port, host: '127.0.0.1', path: '/api/coins', agent: false, timeout: TIMEOUT_MS },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode === 200 ? performance.now() - startedAt : null));
        answer.once('error', () => resolve(null));
      },
    );
    outgoing.once('timeout', () => outgoing.destroy());
    outgoing.once('error', () => resolve(null));
    outgoing.end();
  });
}

function readMemory(pid: number): { memory: number; files: number } {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return { memory: (pages * 4_096) / 1e6, files: readdirSync(`/proc/${pid}/fd`).length };
}

/** From two addresses: a process has a limited number of open files. */
const startAttackers = (attack: Attack, port: number): ChildProcess[] =>
  ['127.0.0.2', '127.0.0.3'].map((from) => {
    const attacker = spawn(process.execPath, [join(import.meta.dirname, 'attackers.ts')], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    attacker.stdin.end(JSON.stringify({ port, from, what: attack, count: ATTACKS[attack].count / 2 }));
    return attacker;
  });

async function measureCustomer(server: RunningServer, attack: Attack | null): Promise<CustomerEffect> {
  const port = Number(new URL(server.url).port);
  const attackers = attack === null ? [] : startAttackers(attack, port);
  await sleep(SETTLE_MS);
  const visits: Promise<number | null>[] = [];
  let [memory, files] = [0, 0];
  for (let i = 0; i < (SECONDS * 1_000) / VISIT_INTERVAL_MS; i += 1) {
    visits.push(visitPage(port));
    const size = readMemory(server.child.pid as number);
    memory = Math.max(memory, size.memory);
    files = Math.max(files, size.files);
    await sleep(VISIT_INTERVAL_MS);
  }
  const durationMs = await Promise.all(visits);
  for (const attacker of attackers) attacker.kill('SIGKILL');
  const times = durationMs.filter((ms) => ms !== null).sort((a, b) => a - b);
  const percentile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    answered: times.length,
    failed: durationMs.length - times.length,
    p50: percentile(0.5),
    p99: percentile(0.99),
    memory,
    files,
  };
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-strangers-'));
  const postgres = await startPostgres({ dataDir: join(dataDir, 'database'), log: () => {} });
  const figures: Record<string, CustomerEffect> = {};
  try {
    for (const attack of [null, ...chosen]) {
      for (const [limits, env] of [
        ['limits', {}],
        ['wide', WIDE_LIMITS],
      ] as const) {
        // A new server for each, so that attacks don't affect each other.
        const server = await startServer({
          DATA_DIR: join(dataDir, 'server'),
          DATABASE_URL: postgres.url,
          PORT: String(await findFreePort()),
          LOG_LEVEL: 'fatal',
          ...env,
        });
        try {
          const effect = await measureCustomer(server, attack);
          figures[`${attack ?? 'nobody'} ${limits}`] = effect;
          printResult(attack, limits, effect);
        } finally {
          await server.kill('SIGKILL');
        }
      }
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  console.log(JSON.stringify({ bench: 'strangers', figures }));
}

function printResult(attack: Attack | null, limits: string, felt: CustomerEffect): void {
  const what = attack ? `${ATTACKS[attack].count} ${ATTACKS[attack].does}` : 'nobody';
  const { answered, failed, p50, p99, memory, files } = felt;
  const answers = `${answered} of ${answered + failed} answered, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
  console.log(`${limits.padEnd(7)} ${what}: ${answers}; ${memory.toFixed(0)} MB, ${files} files`);
}

await main();
