/**
 * Opens all connections to the ledger's database. If its URL names several servers, each new connection goes to the
 * one that is the primary at that moment; decision 69.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { type DatabaseHost, hostsOf } from '../config/database-url.ts';

export function createClient(config: pg.ClientConfig & { connectionString: string }): pg.Client {
  const Client = clientOf(config.connectionString);
  return new Client(config);
}

export function createPool(config: pg.PoolConfig & { connectionString: string }): pg.Pool {
  const Client = clientOf(config.connectionString);
  return new pg.Pool({ ...config, Client: Client as unknown as new () => pg.ClientBase });
}

/** Timeout for querying a server's role. */
const LOOK_MS = 1_500;
/** After the first primary was found, time in which the others may still report a newer timeline. */
const GRACE_MS = 300;
/** A result is reused for connections within this time. */
const FRESH_MS = 250;
/** Polling interval while there are connections. */
const WATCH_MS = 500;
const READ_ONLY = '25006';

/** No server is primary. Reported with the driver's code for an unreachable server: a retry may succeed. */
class NoPrimary extends Error {
  readonly code = 'EHOSTUNREACH';

  constructor(reasons: readonly string[]) {
    super(`no server of the database takes writes (${reasons.join('; ')})`);
    this.name = 'NoPrimary';
  }
}

interface PrimaryServer {
  host: DatabaseHost;
  /** Increases with each failover: of two primaries, the stale one has the lower timeline. */
  timeline: number;
}

/** Finds the primary among several servers. */
class Primary {
  readonly #scouts: readonly ServerProbe[];
  /** Open connections, each with the server it was opened to. */
  readonly #open = new Map<pg.Client, PrimaryServer>();
  #last: { found: PrimaryServer; at: number } | null = null;
  #looking: Promise<PrimaryServer> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, hosts: readonly DatabaseHost[]) {
    this.#scouts = hosts.map((host) => new ServerProbe(url, host));
  }

  /** @throws NoPrimary */
  find(): Promise<PrimaryServer> {
    if (this.#last && performance.now() - this.#last.at < FRESH_MS) return Promise.resolve(this.#last.found);
    this.#looking ??= this.#look(2 * LOOK_MS).finally(() => {
      this.#looking = null;
      this.#rest();
    });
    return this.#looking;
  }

  /** Discards the result: the server is down or no longer the primary. */
  forget(): void {
    this.#last = null;
  }

  /** Cuts the connection as soon as another server has taken over, until the connection ends. */
  watch(client: pg.Client, found: PrimaryServer): void {
    this.#open.set(client, found);
    client.once('end', () => {
      this.#open.delete(client);
      this.#rest();
    });
    this.#timer ??= setInterval(() => void this.#cutThoseLeftBehind(), WATCH_MS).unref();
  }

  /**
   * A demoted server may be frozen, wait forever for a standby that now follows another server, or reply with stale
   * data: none of these ends a connection.
   */
  async #cutThoseLeftBehind(): Promise<void> {
    // A server that doesn't reply is not waited for: another may take over in the meantime, which the next poll
    // detects.
    const now = await this.#look(WATCH_MS).catch(() => null);
    this.#rest();
    if (now === null) return;
    for (const [client, { host, timeline }] of this.#open)
      if (host !== now.host && timeline < now.timeline) cutOff(client);
  }

  /** Stops polling while there are no connections. */
  #rest(): void {
    if (this.#open.size > 0 || this.#looking !== null) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const scout of this.#scouts) scout.close();
  }

  /**
   * Queries all servers concurrently, so that an unresponsive one delays the result by the grace period at most;
   * `ms`: timeout.
   * @throws NoPrimary
   */
  async #look(ms: number): Promise<PrimaryServer> {
    const reasons: string[] = [];
    let best: PrimaryServer | null = null;
    const { promise: first, resolve: hear } = Promise.withResolvers<void>();
    const all = Promise.all(
      this.#scouts.map(async (scout) => {
        const { host } = scout;
        const answer = await scout.ask().catch((error: Error) => error.message || 'no answer');
        if (typeof answer === 'string') {
          reasons.push(`${host.host}:${host.port}: ${answer}`);
          return;
        }
        if (best === null || answer.timeline > best.timeline) best = answer;
        hear();
      }),
    );
    const { promise: enough, resolve: giveUp } = Promise.withResolvers<void>();
    const timer = setTimeout(giveUp, ms);
    await Promise.race([all, first.then(() => pause(GRACE_MS)), enough]);
    clearTimeout(timer);
    const found = best as PrimaryServer | null;
    if (found === null) throw new NoPrimary(reasons);
    this.#last = { found, at: performance.now() };
    return found;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const streamOf = (client: pg.Client): Socket => (client.connection as unknown as { stream: Socket }).stream;

/** Destroys the socket; pending queries fail with a lost connection. */
const cutOff = (client: pg.Client): void => void streamOf(client).destroy();

/** Only properties of the server count: a read-only role, such as the signer's, is connected to the primary too. */
const WHAT_ARE_YOU = `select case
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
  #asking: Promise<PrimaryServer | string> | null = null;
  #wanted = false;

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
  ask(): Promise<PrimaryServer | string> {
    this.#wanted = true;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
      if (!this.#wanted) this.close();
    });
    return this.#asking;
  }

  /** Closes the connection; the next query opens another. */
  close(): void {
    this.#wanted = false;
    if (this.#asking !== null) return;
    this.#client?.end().catch(() => {});
    this.#client = null;
  }

  async #ask(): Promise<PrimaryServer | string> {
    const client = this.#client ?? this.#create();
    try {
      if (this.#client === null) {
        await client.connect();
        // The connection must not keep the process alive.
        streamOf(client).unref();
        this.#client = client;
      }
      const { rows } = await client.query<{ timeline: number | null }>(WHAT_ARE_YOU);
      const timeline = rows[0]?.timeline ?? null;
      return timeline === null ? 'takes no writes' : { host: this.host, timeline };
    } catch (error) {
      this.#client = null;
      cutOff(client);
      throw error;
    }
  }

  #create(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: LOOK_MS,
      query_timeout: LOOK_MS,
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
const classes = new Map<string, ClientClass>();

function clientOf(url: string): ClientClass {
  const hosts = hostsOf(url);
  if (hosts === null) return pg.Client;
  const known = classes.get(url) ?? followingClass(new Primary(url, hosts));
  classes.set(url, known);
  return known;
}

/**
 * Returns a client class that connects to the primary and drops connections to a server that is no longer the
 * primary.
 */
function followingClass(primary: Primary): ClientClass {
  return class extends pg.Client {
    #ended = false;

    constructor(config: pg.ClientConfig) {
      super(config);
      const connection = this.connection as unknown as NodeJS.EventEmitter;
      connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code === READ_ONLY) this.#leave();
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
      this.#ended = true;
      return callback ? super.end(callback) : super.end();
    }

    async #connect(): Promise<pg.Client> {
      const found = await primary.find();
      Object.assign(this, found.host);
      if (this.#ended) throw new Error('Connection terminated');
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
    #leave(): void {
      primary.forget();
      setImmediate(() => cutOff(this));
    }
  };
}
