/**
 * All connections to the database that settles are made here. Where its address names several servers, each new one goes to that
 * which takes writes at that moment; decision 69.
 */
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

/** How long a server may take to say what it is. */
const LOOK_MS = 2_000;
/** One has said that it takes writes: so long the others may still say that they have done so since. */
const GRACE_MS = 300;
/** Connections of one moment are one look. */
const FRESH_MS = 250;
const READ_ONLY = '25006';

/** Nobody takes writes. Said as the driver says that nobody is there: another try may find everything well. */
class NoPrimary extends Error {
  readonly code = 'EHOSTUNREACH';

  constructor(reasons: readonly string[]) {
    super(`no server of the database takes writes (${reasons.join('; ')})`);
    this.name = 'NoPrimary';
  }
}

interface Found {
  host: DatabaseHost;
  /** Rises with each failover: of two that take writes, the one that was left behind has the lower. */
  timeline: number;
}

/** Which of several servers takes writes. */
class Primary {
  readonly #url: string;
  readonly #hosts: readonly DatabaseHost[];
  #last: { host: DatabaseHost; at: number } | null = null;
  #looking: Promise<DatabaseHost> | null = null;

  constructor(url: string, hosts: readonly DatabaseHost[]) {
    this.#url = url;
    this.#hosts = hosts;
  }

  /** @throws NoPrimary */
  find(): Promise<DatabaseHost> {
    if (this.#last && performance.now() - this.#last.at < FRESH_MS) return Promise.resolve(this.#last.host);
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** It isn't there, or takes none any more. */
  forget(): void {
    this.#last = null;
  }

  /** All are asked at once, so that one which is silent holds nobody up for longer than the grace. */
  async #look(): Promise<DatabaseHost> {
    const reasons: string[] = [];
    let best: Found | null = null;
    const { promise: first, resolve: hear } = Promise.withResolvers<void>();
    const all = Promise.all(
      this.#hosts.map(async (host) => {
        const answer = await askHost(this.#url, host).catch((error: Error) => error.message || 'no answer');
        if (typeof answer === 'string') {
          reasons.push(`${host.host}:${host.port}: ${answer}`);
          return;
        }
        if (best === null || answer.timeline > best.timeline) best = answer;
        hear();
      }),
    );
    await Promise.race([all, first.then(() => pause(GRACE_MS))]);
    const found = best as Found | null;
    if (found === null) throw new NoPrimary(reasons);
    this.#last = { host: found.host, at: performance.now() };
    return found.host;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What a server is; a text: why it is not the one. */
async function askHost(url: string, host: DatabaseHost): Promise<Found | string> {
  const address = new URL(url);
  // Somebody who only reads says so of their sessions, not of the server.
  address.searchParams.delete('options');
  const client = new pg.Client({
    connectionString: address.href,
    connectionTimeoutMillis: LOOK_MS,
    query_timeout: LOOK_MS,
  });
  Object.assign(client, host);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number | null }>(`select
      case when pg_is_in_recovery() or current_setting('transaction_read_only')::bool then null
        else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`);
    const timeline = rows[0]?.timeline ?? null;
    return timeline === null ? 'takes no writes' : { host, timeline };
  } finally {
    client.end().catch(() => {});
  }
}

type ClientClass = new (config: pg.ClientConfig) => pg.Client;

/** By address: whoever opens another pool knows what the others have found. */
const classes = new Map<string, ClientClass>();

function clientOf(url: string): ClientClass {
  const hosts = hostsOf(url);
  if (hosts === null) return pg.Client;
  const known = classes.get(url) ?? followingClass(new Primary(url, hosts));
  classes.set(url, known);
  return known;
}

/** A client that connects to the primary, and lets go of a server that takes no writes any more. */
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
      Object.assign(this, await primary.find());
      if (this.#ended) throw new Error('Connection terminated');
      try {
        return await super.connect();
      } catch (error) {
        primary.forget();
        throw error;
      }
    }

    /** Whoever asked is answered first; then the connection is no use to anybody. */
    #leave(): void {
      primary.forget();
      const { stream } = this.connection as unknown as { stream: { destroy(): void } };
      setImmediate(() => stream.destroy());
    }
  };
}
