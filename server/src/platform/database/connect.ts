/**
 * Opens all connections to the ledger's database. If its URL names several servers, each new connection goes to the
 * one that is the primary at that moment; decision 69.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { type DatabaseHost, parseDatabaseHosts } from '../config/database-url.ts';

export function createClient(config: pg.ClientConfig & { connectionString: string }): pg.Client {
  const Client = clientClassFor(config.connectionString);
  return new Client(config);
}

export function createPool(config: pg.PoolConfig & { connectionString: string }): pg.Pool {
  const Client = clientClassFor(config.connectionString);
  return new pg.Pool({ ...config, Client: Client as unknown as new () => pg.ClientBase });
}

/** Timeout for querying a server's role. */
const PROBE_TIMEOUT_MS = 1_500;
/** After the first primary was found, time in which the others may still report a newer timeline. */
const GRACE_MS = 300;
/** A result is reused for connections within this time. */
const REUSE_MS = 250;
/** Polling interval while there are connections. */
const POLL_INTERVAL_MS = 500;
const READ_ONLY_TRANSACTION = '25006';

/** No server is primary. Reported with the driver's code for an unreachable server: a retry may succeed. */
class NoPrimaryError extends Error {
  readonly code = 'EHOSTUNREACH';

  constructor(reasons: readonly string[]) {
    super(`no server of the database takes writes (${reasons.join('; ')})`);
    this.name = 'NoPrimaryError';
  }
}

interface PrimaryServer {
  host: DatabaseHost;
  /** Increases with each failover: of two primaries, the stale one has the lower timeline. */
  timeline: number;
}

/** Finds the primary among several servers. */
class PrimaryFinder {
  readonly #probes: readonly ServerProbe[];
  /** Open connections, each with the server it was opened to. */
  readonly #serverByClient = new Map<pg.Client, PrimaryServer>();
  #lastResult: { found: PrimaryServer; at: number } | null = null;
  #pendingQuery: Promise<PrimaryServer> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, hosts: readonly DatabaseHost[]) {
    this.#probes = hosts.map((host) => new ServerProbe(url, host));
  }

  /** @throws NoPrimaryError */
  find(): Promise<PrimaryServer> {
    if (this.#lastResult && performance.now() - this.#lastResult.at < REUSE_MS)
      return Promise.resolve(this.#lastResult.found);
    this.#pendingQuery ??= this.#queryAll(2 * PROBE_TIMEOUT_MS).finally(() => {
      this.#pendingQuery = null;
      this.#stopPollingIfIdle();
    });
    return this.#pendingQuery;
  }

  /** Discards the result: the server is down or no longer the primary. */
  forget(): void {
    this.#lastResult = null;
  }

  /** Cuts the connection as soon as another server has taken over, until the connection ends. */
  watch(client: pg.Client, found: PrimaryServer): void {
    this.#serverByClient.set(client, found);
    client.once('end', () => {
      this.#serverByClient.delete(client);
      this.#stopPollingIfIdle();
    });
    this.#timer ??= setInterval(() => void this.#cutStaleConnections(), POLL_INTERVAL_MS).unref();
  }

  /**
   * A demoted server may be frozen, wait forever for a standby that now follows another server, or reply with stale
   * data: none of these ends a connection.
   */
  async #cutStaleConnections(): Promise<void> {
    // A server that doesn't reply is not waited for: another may take over in the meantime, which the next poll
    // detects.
    const current = await this.#queryAll(POLL_INTERVAL_MS).catch(() => null);
    this.#stopPollingIfIdle();
    if (current === null) return;
    for (const [client, { host, timeline }] of this.#serverByClient)
      if (host !== current.host && timeline < current.timeline) destroySocket(client);
  }

  /** Stops polling while there are no connections. */
  #stopPollingIfIdle(): void {
    if (this.#serverByClient.size > 0 || this.#pendingQuery !== null) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const probe of this.#probes) probe.close();
  }

  /**
   * Queries all servers concurrently, so that an unresponsive one delays the result by the grace period at most;
   * `ms`: timeout.
   * @throws NoPrimaryError
   */
  async #queryAll(ms: number): Promise<PrimaryServer> {
    const reasons: string[] = [];
    let best: PrimaryServer | null = null;
    const { promise: first, resolve: resolveFirst } = Promise.withResolvers<void>();
    const allAnswered = Promise.all(
      this.#probes.map(async (probe) => {
        const { host } = probe;
        const role = await probe.queryRole().catch((error: Error) => error.message || 'no answer');
        if (typeof role === 'string') {
          reasons.push(`${host.host}:${host.port}: ${role}`);
          return;
        }
        if (best === null || role.timeline > best.timeline) best = role;
        resolveFirst();
      }),
    );
    const { promise: timedOut, resolve: onTimeout } = Promise.withResolvers<void>();
    const timer = setTimeout(onTimeout, ms);
    await Promise.race([allAnswered, first.then(() => pause(GRACE_MS)), timedOut]);
    clearTimeout(timer);
    const found = best as PrimaryServer | null;
    if (found === null) throw new NoPrimaryError(reasons);
    this.#lastResult = { found, at: performance.now() };
    return found;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const socketOf = (client: pg.Client): Socket => (client.connection as unknown as { stream: Socket }).stream;

/** Destroys the socket; pending queries fail with a lost connection. */
const destroySocket = (client: pg.Client): void => void socketOf(client).destroy();

/** Only properties of the server count: a read-only role, such as the signer's, is connected to the primary too. */
const ROLE_QUERY = `select case
    when pg_is_in_recovery() or (current_setting('transaction_read_only')::bool and exists (select from pg_settings
      where name = 'default_transaction_read_only' and source not in ('user', 'database user'))) then null
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;

/**
 * Queries the role of one server on a connection that stays open while the server replies, since opening one costs
 * both sides more.
 */
class ServerProbe {
  readonly host: DatabaseHost;
  readonly #url: string;
  #client: pg.Client | null = null;
  #pendingQuery: Promise<PrimaryServer | string> | null = null;
  #shouldStayOpen = false;

  constructor(url: string, host: DatabaseHost) {
    this.host = host;
    const address = new URL(url);
    // A read-only role sets that for its sessions; it says nothing of the server.
    address.searchParams.delete('options');
    this.#url = address.href;
  }

  /**
   * Returns the server's role, or as a text why it is not the primary. Concurrent callers share one query. @throws
   * if the server doesn't reply.
   */
  queryRole(): Promise<PrimaryServer | string> {
    this.#shouldStayOpen = true;
    this.#pendingQuery ??= this.#runQuery().finally(() => {
      this.#pendingQuery = null;
      if (!this.#shouldStayOpen) this.close();
    });
    return this.#pendingQuery;
  }

  /** Closes the connection; the next query opens another. */
  close(): void {
    this.#shouldStayOpen = false;
    if (this.#pendingQuery !== null) return;
    this.#client?.end().catch(() => {});
    this.#client = null;
  }

  async #runQuery(): Promise<PrimaryServer | string> {
    const client = this.#client ?? this.#createProbeClient();
    try {
      if (this.#client === null) {
        await client.connect();
        // The connection must not keep the process alive.
        socketOf(client).unref();
        this.#client = client;
      }
      const { rows } = await client.query<{ timeline: number | null }>(ROLE_QUERY);
      const timeline = rows[0]?.timeline ?? null;
      return timeline === null ? 'takes no writes' : { host: this.host, timeline };
    } catch (error) {
      this.#client = null;
      destroySocket(client);
      throw error;
    }
  }

  #createProbeClient(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    Object.assign(client, this.host);
    client.on('error', () => {});
    client.once('end', () => {
      if (this.#client === client) this.#client = null;
    });
    return client;
  }
}

type ClientClass = new (config: pg.ClientConfig) => pg.Client;

/** By URL: all pools of a URL share what was found out. */
const classByUrl = new Map<string, ClientClass>();

function clientClassFor(url: string): ClientClass {
  const hosts = parseDatabaseHosts(url);
  if (hosts === null) return pg.Client;
  const clientClass = classByUrl.get(url) ?? createPrimaryClientClass(new PrimaryFinder(url, hosts));
  classByUrl.set(url, clientClass);
  return clientClass;
}

/**
 * Returns a client class that connects to the primary and drops connections to a server that is no longer the
 * primary.
 */
function createPrimaryClientClass(primary: PrimaryFinder): ClientClass {
  return class extends pg.Client {
    #isEnded = false;

    constructor(config: pg.ClientConfig) {
      super(config);
      const connection = this.connection as unknown as NodeJS.EventEmitter;
      connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code === READ_ONLY_TRANSACTION) this.#endAfterReply();
      });
      this.once('end', () => primary.forget());
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
    override connect(
      callback?: (error: Error | null, client: pg.Client) => void,
    ): Promise<pg.Client> | undefined {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then(
        () => callback(null, this),
        (error: Error) => callback(error, this),
      );
      return undefined;
    }

    override end(): Promise<void>;
    override end(callback: (error: Error) => void): void;
    override end(callback?: (error: Error) => void): Promise<void> | void {
      this.#isEnded = true;
      return callback ? super.end(callback) : super.end();
    }

    async #connect(): Promise<pg.Client> {
      const found = await primary.find();
      Object.assign(this, found.host);
      if (this.#isEnded) throw new Error('Connection terminated');
      try {
        await super.connect();
        primary.watch(this, found);
        return this;
      } catch (error) {
        primary.forget();
        throw error;
      }
    }

    /** Delivers the reply first, then ends the connection, which is of no further use. */
    #endAfterReply(): void {
      primary.forget();
      setImmediate(() => destroySocket(this));
    }
  };
}
