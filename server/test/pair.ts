/** Two whole servers on one database and one NATS, with their clients. */

import { mkdtemp } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import type { Database } from '../src/platform/database/database.ts';
import { createTestDatabase } from './database.ts';
import { documentedMessage } from './documented.ts';
import { startNats, type TestNats } from './nats.ts';
import { openTestDatabase } from './open-database.ts';
import { removeFolder } from './remove-folder.ts';
import { findFreePort, type RunningServer, startServer } from './running-server.ts';

export interface PairedServer {
  url: string;
  /** Null while it is down. */
  server: RunningServer | null;
  start(): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface Pair {
  /** The first one up: the ledger writer. */
  a: PairedServer;
  b: PairedServer;
  nats: TestNats;
  database: Database;
  stop(): Promise<void>;
}

export interface PairOptions {
  leaseMs: number;
  /** Settings of both. */
  env?: Record<string, string>;
  /** Runs before either is started. */
  prepare?(url: string, database: Database): Promise<void>;
}

export async function startPair({ leaseMs, env, prepare }: PairOptions): Promise<Pair> {
  const test = await createTestDatabase();
  const database = openTestDatabase(test.url, 4);
  await prepare?.(test.url, database);
  const nats = await startNats();
  const dataDir = await mkdtemp('/tmp/sarraf-pair-');
  const settings = {
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    NATS_URL: nats.url,
    LEASE_MS: String(leaseMs),
    RATE_ORDERS_OF_ONE: '100000',
    MARKET_MAKERS: 'off',
    ...env,
  };
  const a = createPairedServer(await findFreePort(), settings);
  // Its own feed would have other prices.
  const b = createPairedServer(await findFreePort(), { ...settings, PRICE_SEED: '7' });
  const pair: Pair = {
    a,
    b,
    nats,
    database,
    async stop() {
      for (const { server, kill } of [a, b]) {
        server?.child.kill('SIGCONT');
        await kill('SIGTERM');
      }
      await nats.kill();
      await database.close();
      await test.drop();
      removeFolder(dataDir);
    },
  };
  try {
    await a.start();
    await b.start();
    return pair;
  } catch (error) {
    await pair.stop();
    throw error;
  }
}

/** `tree`: folder of another version. */
export function createPairedServer(
  port: number,
  settings: Record<string, string>,
  { onLine, tree }: { onLine?: (line: string) => void; tree?: string } = {},
): PairedServer {
  const pairedServer: PairedServer = {
    url: `http://127.0.0.1:${port}`,
    server: null,
    async start() {
      const env = { ...settings, PORT: String(port), PUBLIC_URL: pairedServer.url };
      pairedServer.server = await startServer(env, onLine, tree);
    },
    async kill(signal) {
      const ending = pairedServer.server;
      pairedServer.server = null;
      await ending?.kill(signal);
    },
  };
  return pairedServer;
}

/** Returns the reply of `/health/ready`; null: none. */
export async function fetchReadiness({
  url,
}: Pick<PairedServer, 'url'>): Promise<{ status: number; [name: string]: unknown } | null> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  return answer && { ...((await answer.json()) as object), status: answer.status };
}

/** Waits until one is the ledger writer and the other forwards to it, and returns which is which. */
export async function waitForRoles(
  { a, b }: Pick<Pair, 'a' | 'b'>,
  ms = 60_000,
): Promise<{ writer: PairedServer; reader: PairedServer }> {
  for (const until = performance.now() + ms; performance.now() < until; await sleep(50)) {
    const [ofA, ofB] = [await fetchReadiness(a), await fetchReadiness(b)];
    if (ofA?.writer && ofB?.forwarding) return { writer: a, reader: b };
    if (ofB?.writer && ofA?.forwarding) return { writer: b, reader: a };
  }
  throw new Error('the two servers have not found their roles');
}

export interface StreamEvents {
  channel: string;
  seq: number;
  prev?: number;
  type: 'snapshot' | 'update';
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by looking into it.
  data: any;
}

/**
 * A client of the stream like the web's: it reconnects when it is disconnected, and requests a new snapshot if an
 * update does not continue its state.
 */
export function openStreamClient({ url }: PairedServer, channels: string[], token?: string) {
  const received: StreamEvents[] = [];
  const last = new Map<string, number>();
  let gaps = 0;
  let cuts = 0;
  let closed = false;
  let socket: WebSocket;
  function connectStream(): void {
    socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`);
    socket.on('open', () => {
      if (token) socket.send(JSON.stringify({ op: 'auth', token }));
      socket.send(JSON.stringify({ op: 'subscribe', channels }));
    });
    socket.on('message', (raw) => {
      const message = documentedMessage(raw) as StreamEvents;
      if (!message.channel) return;
      const prev = message.prev ?? message.seq - 1;
      if (message.type === 'update' && prev !== last.get(message.channel)) {
        gaps += 1;
        socket.send(JSON.stringify({ op: 'subscribe', channels: [message.channel] }));
        return;
      }
      last.set(message.channel, message.seq);
      received.push(message);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (closed) return;
      cuts += 1;
      setTimeout(connectStream, 50);
    });
  }
  connectStream();
  return {
    received,
    gaps: () => gaps,
    /** Number of disconnections. */
    cuts: () => cuts,
    of: (channel: string, type?: StreamEvents['type']) =>
      received.filter((message) => message.channel === channel && (!type || message.type === type)),
    close() {
      closed = true;
      socket.close();
    },
  };
}
