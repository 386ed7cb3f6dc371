import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../log.ts';

const RECONNECT_MS = 500;
const PING_MS = 2_000;
const FLUSH_MS = 1_000;

/** The connection of one process to NATS. */
export interface NatsSession {
  /** Null while it is away. */
  connection(): NatsConnection | null;
  close(): Promise<void>;
}

/** Connects, again and again until it is closed. `onOpen` once, since subscriptions outlive a lost connection. */
export function connectWithRetry(
  { url, log }: { url: string; log: Log },
  on: { onOpen(connection: NatsConnection): void; onAgain(): void },
): NatsSession {
  let connection: NatsConnection | null = null;
  let up = false;
  const closing = new AbortController();

  async function follow(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type === 'disconnect') {
        up = false;
        log.warn({ area: 'bus' }, 'NATS is away; this process hears nothing of the others');
      } else if (type === 'reconnect') {
        up = true;
        log.info({ area: 'bus' }, 'NATS is back');
        on.onAgain();
      }
    }
  }

  async function begin(): Promise<void> {
    let quiet = false;
    while (connection === null && !closing.signal.aborted) {
      connection = await open(url).catch((err: unknown) => {
        if (!quiet)
          log.warn({ area: 'bus', err }, 'NATS is not there yet; this process hears nothing of the others');
        quiet = true;
        return null;
      });
      if (connection === null) await pause(RECONNECT_MS, closing.signal);
    }
    if (connection === null) return;
    if (closing.signal.aborted) return connection.close();
    on.onOpen(connection);
    up = true;
    on.onAgain();
    await follow(connection);
  }

  const running = begin().catch((err: unknown) => log.error({ area: 'bus', err }, 'the bus has ended'));
  return {
    connection: () => (up ? connection : null),
    async close() {
      closing.abort();
      // What was published is still to go out.
      if (up) await Promise.race([connection?.flush().catch(() => {}), pause(FLUSH_MS)]);
      up = false;
      await connection?.close();
      await running;
    },
  };
}

function open(url: string): Promise<NatsConnection> {
  const servers = url.split(',').map((one) => new URL(one.trim()));
  const [first] = servers;
  const text = (part: string | undefined) => (part ? decodeURIComponent(part) : undefined);
  const user = text(first?.username);
  const pass = text(first?.password);
  return connect({
    servers: servers.map(({ host }) => host),
    ...(user !== undefined && (pass === undefined ? { token: user } : { user, pass })),
    ...(first?.protocol === 'tls:' && { tls: {} }),
    name: 'sarraf',
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    ignoreAuthErrorAbort: true,
    pingInterval: PING_MS,
    timeout: 5_000,
    noAsyncTraces: true,
  });
}

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(() => {});
