import { sql } from 'kysely';
import pg from 'pg';
import { type Database, type Db, openDatabase } from '../database/database.ts';

/** Position of the primary's WAL: everything committed before the query, or before `at`, is before `lsn`. */
export interface Sample {
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

const LOOK = `select pg_is_in_recovery() as standby, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as lsn,
  system_identifier::text || '/' || current_database() as name from pg_control_system()`;
const LOOK_MS = 2_000;

export async function samplePrimary(db: Db): Promise<Sample> {
  const askedAt = performance.now();
  const { rows } = await sql<Omit<Sample, 'askedAt'>>`select
    (extract(epoch from clock_timestamp()) * 1000)::float8 as at,
    pg_current_wal_insert_lsn() - '0/0'::pg_lsn as lsn,
    system_identifier::text || '/' || current_database() as name from pg_control_system()`.execute(db);
  return { askedAt, ...(rows[0] as Omit<Sample, 'askedAt'>) };
}

/** One replica, with a pool for its readers and one connection for monitoring it. */
export class Replica {
  readonly #url: string;
  readonly #database: Database;
  #watching: pg.Client | null = null;
  /** It was reached, and is of another database. */
  foreign = false;
  #state: 'REACHED' | 'UNREACHABLE' | 'NOT_A_REPLICA' = 'UNREACHABLE';
  /** The newest sample of the primary that it has replayed. */
  has: Sample | null = null;

  constructor(url: string, poolSize: number, auditKey: Buffer) {
    this.#url = readOnly(url);
    this.#database = openDatabase(this.#url, poolSize, auditKey);
  }

  get db(): Db {
    return this.#database.db;
  }

  /** Returns its lag in milliseconds; null: longer than the samples reach back. */
  behind(): number | null {
    return this.has && performance.now() - this.has.askedAt;
  }

  stateFor(allowedMs: number): ReplicaState {
    if (this.#state !== 'REACHED') return this.#state;
    const behind = this.behind();
    return behind !== null && behind <= allowedMs ? 'USED' : 'BEHIND';
  }

  /** Marks it as failed: it is not used until the next check. */
  failed(): void {
    this.#state = 'UNREACHABLE';
  }

  /** Checks how far it has replayed. `samples`: oldest first. */
  async look(samples: readonly Sample[]): Promise<void> {
    try {
      this.#watching ??= await this.#connect();
      const { rows } = await this.#watching.query<{ standby: boolean; lsn: string | null; name: string }>(
        LOOK,
      );
      const [row] = rows;
      this.foreign = row?.name !== samples.at(-1)?.name;
      const copy = row?.standby === true && !this.foreign;
      this.#state = copy ? 'REACHED' : 'NOT_A_REPLICA';
      const replayed = BigInt(row?.lsn ?? 0);
      this.has = (copy && samples.findLast(({ lsn }) => lsn <= replayed)) || null;
    } catch {
      this.#state = 'UNREACHABLE';
      this.has = null;
      this.#leave();
    }
  }

  async close(): Promise<void> {
    this.#leave();
    await this.#database.close();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: LOOK_MS,
      query_timeout: LOOK_MS,
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  #leave(): void {
    const client = this.#watching;
    this.#watching = null;
    client?.end().catch(() => {});
  }
}

/** A replica accepts no writes; this makes the session read-only too, should it ever be promoted. */
function readOnly(url: string): string {
  const address = new URL(url);
  const options = address.searchParams.get('options');
  const given = options === null ? '' : `${options} `;
  address.searchParams.set('options', `${given}-c default_transaction_read_only=on`);
  return address.href;
}
