import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { type DialectAdapter, Kysely, PostgresAdapter, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { createPool } from './connect.ts';
import type { Tables } from './tables.ts';

/**
 * What the builder says well is said with it; the rest is SQL in kysely's `sql` tag, which makes parameters of whatever is
 * put in. A test compares its rows with the database.
 */
export type Db = Kysely<Tables>;
/** A function that writes takes this first. */
export type Tx = Transaction<Tables>;
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
  /** Lets running queries end, then closes the pools. */
  close(): Promise<void>;
}

/** The same database, and connections to it that say whose they are. */
export function withApplicationName(url: string, name: string): string {
  const address = new URL(url);
  address.searchParams.set('application_name', name);
  return address.href;
}

/** How long requests wait for a statement, and for a connection, milliseconds. */
export interface RequestWaits {
  statementMs: number;
  connectionMs: number;
}

/** A statement ends before those who wait for its connection give up. */
const REQUEST_WAITS: RequestWaits = { statementMs: 5_000, connectionMs: 6_000 };
/** The database ends what takes too long, so one that takes so much longer is frozen or out of reach. */
const SILENT_MS = 3_000;
/** Of what says that it takes long: jobs, reports, audits. */
const PATIENT_STATEMENT_MS = 60_000;
const PATIENT_POOL = 6;

const patience = new AsyncLocalStorage<true>();

/**
 * Does work whose statements may take a minute each, on connections that requests don't wait for. A transaction that needs
 * longer still sets its own `statement_timeout`.
 */
export const withLongStatementTimeout = <T>(work: () => Promise<T>): Promise<T> => patience.run(true, work);

/**
 * For whoever asks for rows by their keys alone. A planner that knows little of a young or fast growing table reads all of
 * it instead, and goes on doing so: half of the database's time went into that.
 */
export const FORCE_INDEX_SCANS = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set jit = off`;

/** Has the rest of a transaction ask by keys; see `FORCE_INDEX_SCANS`. */
export async function askByKeys(tx: Tx): Promise<void> {
  await sql.raw(FORCE_INDEX_SCANS.replaceAll('set ', 'set local ')).execute(tx);
}

/** After `askByKeys`: lets what was already read be joined in memory. Rows of tables are to be fenced, as laterals with an offset. */
export async function joinByHash(tx: Tx): Promise<void> {
  await sql`set local enable_hashjoin = on`.execute(tx);
}

/**
 * Has a transaction not wait for the disk: for what is done anew from the books where the database falls within a second. Whatever
 * commits after it and waits has the disk keep both.
 */
export async function commitUnhurried(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}

/** After `commitUnhurried`: what somebody is told of at once waits after all. */
export async function commitDurably(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit to default`.execute(tx);
}

/** A database and its transactions share one adapter, by which whoever has either finds the key. */
const auditKeys = new WeakMap<DialectAdapter, Buffer>();

/** By which the audit log is authentic. @throws where the database was opened without it. */
export function auditKeyOf(db: Queryable): Buffer {
  const key = auditKeys.get(db.getExecutor().adapter);
  if (!key) throw new Error('the database was opened without the key of its audit log');
  return key;
}

/**
 * Two pools on an already migrated database: a statement is cut after five seconds, or after a minute within `patiently`,
 * and who finds no free connection is refused after six, unless `waits` says otherwise. `auditKey`: of 32 bytes, for
 * whoever writes to the audit log or checks it.
 */
export function openDatabase(
  url: string,
  poolSize = 10,
  auditKey?: Buffer,
  { statementMs, connectionMs } = REQUEST_WAITS,
): Database {
  const shared = { connectionString: url, types: pgTypes, connectionTimeoutMillis: connectionMs };
  const pool = createPool({
    ...shared,
    max: poolSize,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 3 * statementMs,
  });
  const patient = createPool({
    ...shared,
    max: PATIENT_POOL,
    statement_timeout: PATIENT_STATEMENT_MS,
    idle_in_transaction_session_timeout: PATIENT_STATEMENT_MS,
  });
  for (const one of [pool, patient]) {
    // An idle connection that breaks (the database restarts) is replaced at the next query.
    one.on('error', () => {});
    // One that is held while nothing is asked (locks of a session) would otherwise end the process.
    one.on('connect', (client) => client.on('error', () => {}));
  }
  pool.on('connect', (client) => cutWhenSilent(client, statementMs + SILENT_MS));
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      connect: () => (patience.getStore() ? patient : pool).connect(),
      end: async () => void (await Promise.all([pool.end(), patient.end()])),
    },
  });
  const adapter = new PostgresAdapter();
  if (auditKey) auditKeys.set(adapter, auditKey);
  dialect.createAdapter = () => adapter;
  const db: Db = new Kysely({ dialect });
  return { db, url, close: () => db.destroy() };
}

/**
 * A database that answers nothing would hold the connection for good. It is cut rather than given back: a statement that
 * is still under way, or a transaction that was never ended, must not meet the next one who gets the connection.
 */
function cutWhenSilent(client: pg.PoolClient, ms: number): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const timed = (...args: unknown[]) => {
    const timer = setTimeout(() => destroyConnection(client), ms);
    const answer = query(...args);
    const clear = () => clearTimeout(timer);
    answer.then(clear, clear);
    return answer;
  };
  client.query = timed as typeof client.query;
}

/** Ends a connection without a good-bye; whoever waits for an answer is told that it was lost. */
export const destroyConnection = (client: pg.ClientBase): void =>
  void (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();

/** What PostgreSQL says where another try, a moment later, may find everything well: code or class of codes. */
const OUTAGES: ReadonlySet<string> = new Set([
  // connection_exception; insufficient_resources: a full disk, no memory, too many connections; system_error
  '08',
  '53',
  '58',
  // The server shuts down, has crashed, or is not up yet; the session was idle for too long.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  // A statement that took too long, a lock that was not free in time.
  '57014',
  '55P03',
  // read_only_sql_transaction: a standby, or a server that takes no writes for now.
  '25006',
]);
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What the driver says without a code. */
const LOST =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect$|Query read timeout$|Client (has encountered a connection error|was closed) and is not queryable$|Cannot use a pool after calling end|driver has already been destroyed$)/;

/** Two transactions stood in each other's way, and this one was broken off whole: serialization_failure, deadlock_detected. */
const BROKEN_OFF: ReadonlySet<string> = new Set(['40001', '40P01']);

/** Whether nothing is wrong with what was asked, nor with the database: the same once more may pass. */
export const wasBrokenOff = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && BROKEN_OFF.has(error.code ?? '');

/** Whether the database is away, rather than something wrong with what it was asked. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return LOST.test(error.message);
  return (
    UNREACHABLE.has(code) ||
    OUTAGES.has(code) ||
    (error instanceof pg.DatabaseError && (OUTAGES.has(code.slice(0, 2)) || hasEndedSession(error)))
  );
}

/** What PostgreSQL has no code for and ends the session by, or doesn't let it begin: a full disk lacks room for its caches. */
const hasEndedSession = ({ code, severity }: pg.DatabaseError): boolean =>
  code === 'XX000' && (severity === 'FATAL' || severity === 'PANIC');
