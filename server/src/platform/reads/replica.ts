import { sql } from 'kysely';
import pg from 'pg';
import { type Database, type Db, openDatabase } from '../database/database.ts';

/** Position of the primary's WAL: everything committed before the query, or before `at`, is before `lsn`. */
export interface WalSample {
  /** `performance.now()` of this process. */
  askedAt: number;
  /** Clock of the primary, in milliseconds. */
  at: number;
  lsn: bigint;
  /** Name of the database. */
  name: string;
}

/** BEHIND: further than allowed. NOT_A_REPLICA: no replica, or one of another database. */
export type ReplicaState = 'USED' | 'BEHIND' | 'UNREACHABLE' | 'NOT_A_REPLICA';

const STATE_QUERY = `select pg_is_in_recovery() as standby, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as lsn,
  system_identifier::text || '/' || current_database() as name from pg_control_system()`;
const STATE_TIMEOUT_MS = 2_000;

export async function samplePrimary(db: Db): Promise<WalSample> {
  const requestedAt = performance.now();
  const { rows } = await sql<Omit<WalSample, 'askedAt'>>`select
    (extract(epoch from clock_timestamp()) * 1000)::float8 as at,
    pg_current_wal_insert_lsn() - '0/0'::pg_lsn as lsn,
    system_identifier::text || '/' || current_database() as name from pg_control_system()`.execute(db);
  return { askedAt: requestedAt, ...(rows[0] as Omit<WalSample, 'askedAt'>) };
}

/** One replica, with a pool for its readers and one connection for monitoring it. */
export class Replica {
  readonly #url: string;
  readonly #database: Database;
  #monitor: pg.Client | null = null;
  /** It was reached, and is of another database. */
  isForeign = false;
  #state: 'REACHED' | 'UNREACHABLE' | 'NOT_A_REPLICA' = 'UNREACHABLE';
  /** The newest sample of the primary that it has replayed. */
  newestSample: WalSample | null = null;

  constructor(url: string, poolSize: number, auditKey: Buffer) {
    this.#url = toReadOnlyUrl(url);
    this.#database = openDatabase(this.#url, poolSize, auditKey);
  }

  get db(): Db {
    return this.#database.db;
  }

  /** Returns its lag in milliseconds; null: longer than the samples reach back. */
  lagMs(): number | null {
    return this.newestSample && performance.now() - this.newestSample.askedAt;
  }

  getState(allowedMs: number): ReplicaState {
    if (this.#state !== 'REACHED') return this.#state;
    const behind = this.lagMs();
    return behind !== null && behind <= allowedMs ? 'USED' : 'BEHIND';
  }

  /** Marks it as failed: it is not used until the next check. */
  markFailed(): void {
    this.#state = 'UNREACHABLE';
  }

  /** Checks how far it has replayed. `samples`: oldest first. */
  async checkState(samples: readonly WalSample[]): Promise<void> {
    try {
      this.#monitor ??= await this.#connectMonitor();
      const { rows } = await this.#monitor.query<{ standby: boolean; lsn: string | null; name: string }>(
        STATE_QUERY,
      );
      const [row] = rows;
      this.isForeign = row?.name !== samples.at(-1)?.name;
      const isReplica = row?.standby === true && !this.isForeign;
      this.#state = isReplica ? 'REACHED' : 'NOT_A_REPLICA';
      const replayed = BigInt(row?.lsn ?? 0);
      this.newestSample = (isReplica && samples.findLast(({ lsn }) => lsn <= replayed)) || null;
    } catch {
      this.#state = 'UNREACHABLE';
      this.newestSample = null;
      this.#closeMonitor();
    }
  }

  async close(): Promise<void> {
    this.#closeMonitor();
    await this.#database.close();
  }

  async #connectMonitor(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: STATE_TIMEOUT_MS,
      query_timeout: STATE_TIMEOUT_MS,
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  #closeMonitor(): void {
    const client = this.#monitor;
    this.#monitor = null;
    client?.end().catch(() => {});
  }
}

/** A replica accepts no writes; this makes the session read-only too, should it ever be promoted. */
function toReadOnlyUrl(url: string): string {
  const address = new URL(url);
  const options = address.searchParams.get('options');
  const existingOptions = options === null ? '' : `${options} `;
  address.searchParams.set('options', `${existingOptions}-c default_transaction_read_only=on`);
  return address.href;
}
