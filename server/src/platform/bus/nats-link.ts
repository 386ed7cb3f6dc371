import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../log.ts';

const RECONNECT_MS = 500;
const PING_MS = 2_000;
const FLUSH_MS = 1_000;

/** The connection of one process to NATS. */
export interface NatsSession {
  /** Null while disconnected. */
  connection(): NatsConnection | null;
  close(): Promise<void>;
}

/** Connects, retrying until it is closed. `onOpen` is called once, since subscriptions survive a lost connection. */
export function connectWithRetry(
  { url, log }: { url: string; log: Log },
  handlers: { onOpen(connection: NatsConnection): void; onAgain(): void },
): NatsSession {
  let connection: NatsConnection | null = null;
  let isUp = false;
  const closing = new AbortController();

  async function watchStatus(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type === 'disconnect') {
        isUp = false;
        log.warn({ area: 'bus' }, 'NATS disconnected; messages of other processes are not received');
      } else if (type === 'reconnect') {
        isUp = true;
        log.info({ area: 'bus' }, 'NATS reconnected');
        handlers.onAgain();
      }
    }
  }

  async function connectUntilClosed(): Promise<void> {
    let hasWarned = false;
    while (connection === null && !closing.signal.aborted) {
      connection = await connectToServers(url).catch((err: unknown) => {
        if (!hasWarned)
          log.warn(
            { area: 'bus', err },
            'NATS is not reachable yet; messages of other processes are not received',
          );
        hasWarned = true;
        return null;
      });
      if (connection === null) await pause(RECONNECT_MS, closing.signal);
    }
    if (connection === null) return;
    if (closing.signal.aborted) return connection.close();
    handlers.onOpen(connection);
    isUp = true;
    handlers.onAgain();
    await watchStatus(connection);
  }

  const running = connectUntilClosed().catch((err: unknown) =>
    log.error({ area: 'bus', err }, 'the bus was closed'),
  );
  return {
    connection: () => (isUp ? connection : null),
    async close() {
      closing.abort();
      // Published messages must still be sent.
      if (isUp) await Promise.race([connection?.flush().catch(() => {}), pause(FLUSH_MS)]);
      isUp = false;
      await connection?.close();
      await running;
    },
  };
}

function connectToServers(url: string): Promise<NatsConnection> {
  const servers = url.split(',').map((one) => new URL(one.trim()));
  const [first] = servers;
  const decodePart = (part: string | undefined) => (part ? decodeURIComponent(part) : undefined);
  const user = decodePart(first?.username);
  const pass = decodePart(first?.password);
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
