import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';

/** All SQL is written with kysely's `sql` tag, which makes parameters of whatever is put in. */
export type Db = Kysely<Record<string, never>>;
/** A function that writes takes this first. */
export type Tx = Transaction<Record<string, never>>;
/** Reads may run on either. */
export type Queryable = Db | Tx;

const NUMERIC = 1700;
const INT8 = 20;

/** numeric(38,0) and bigint columns come as bigint; timestamps as Date. */
export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: string) {
    if (format !== 'binary' && (oid === NUMERIC || oid === INT8)) return (text: string) => BigInt(text);
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

export interface Database {
  db: Db;
  url: string;
  /** Lets running queries end, then closes the pool. */
  close(): Promise<void>;
}

/** A pool on an already migrated database. */
export function openDatabase(url: string, poolSize = 10): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types: pgTypes,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
  });
  // An idle connection that breaks (the database restarts) is replaced at the next query.
  pool.on('error', () => {});
  // One that is held while nothing is asked (locks of a session) would otherwise end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  return { db, url, close: () => db.destroy() };
}
