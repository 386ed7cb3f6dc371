import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import {
  CompiledQuery,
  type DialectAdapter,
  Kysely,
  PostgresAdapter,
  type PostgresCursorConstructor,
  PostgresDialect,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { createPool } from './connect.ts';
import { BinaryCopy } from './copy-rows.ts';
import type { Tables } from './tables.ts';

/**
 * The query builder is used where it reads well; the rest is SQL in kysely's `sql` tag, which turns all values into
 * parameters. A test compares the row types with the database.
 */
export type Db = Kysely<Tables>;
/** First parameter of functions that write. */
export type Tx = Transaction<Tables>;
/** Parameter of functions that only read. */
export type Queryable = Db | Tx;

const NUMERIC = 1700;
const INT8 = 20;

/** numeric(38,0) and bigint columns are read as bigint, timestamps as Date. */
export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: string) {
    if (format !== 'binary' && (oid === NUMERIC || oid === INT8)) return (text: string) => BigInt(text);
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

export interface Database {
  db: Db;
  url: string;
  /** Waits for running queries, then closes the pools. */
  close(): Promise<void>;
}

/** Returns the URL with an application name, which identifies its connections in the database. */
export function withApplicationName(url: string, name: string): string {
  const address = new URL(url);
  address.searchParams.set('application_name', name);
  return address.href;
}

/** Maximum time that a request waits for a statement and for a connection, in milliseconds. */
export interface RequestWaits {
  statementMs: number;
  connectionMs: number;
}

/** A statement is cut before the requests that wait for its connection give up. */
const REQUEST_WAITS: RequestWaits = { statementMs: 5_000, connectionMs: 6_000 };
/** The database cuts long statements; if it hasn't this long after the limit, it is frozen or unreachable. */
const SILENCE_TIMEOUT_MS = 3_000;
/** Statement timeout of jobs, reports and audits. */
const LONG_STATEMENT_MS = 60_000;
const LONG_STATEMENT_POOL_SIZE = 6;

const longStatementScope = new AsyncLocalStorage<true>();

/**
 * Runs `work` with a statement timeout of one minute, on connections of a separate pool that requests don't use. A
 * transaction that needs more sets its own `statement_timeout`.
 */
export const withLongStatementTimeout = <T>(work: () => Promise<T>): Promise<T> =>
  longStatementScope.run(true, work);

/**
 * For queries that select rows by key only. With poor statistics of a young or fast-growing table the planner keeps
 * scanning the whole table instead, which took half of the database's time.
 */
export const FORCE_INDEX_SCANS = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set jit = off`;

/** Forces index scans for the rest of a transaction; see `FORCE_INDEX_SCANS`. */
export async function forceIndexScans(tx: Tx): Promise<void> {
  await sql.raw(FORCE_INDEX_SCANS.replaceAll('set ', 'set local ')).execute(tx);
}

/**
 * After `forceIndexScans`: allows hash joins of rows already read. Subqueries on tables must be fenced, as laterals with
 * an offset.
 */
export async function allowHashJoins(tx: Tx): Promise<void> {
  await sql`set local enable_hashjoin = on`.execute(tx);
}

/**
 * Lets a transaction commit asynchronously: for data that is derived again from the ledger if the database crashes
 * within a second. A later synchronous commit makes both durable.
 */
export async function commitAsynchronously(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}

/** After `commitAsynchronously`: commits synchronously after all, for results that are published immediately. */
export async function commitSynchronously(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit to default`.execute(tx);
}

/** A database and its transactions share one adapter, so the key can be found from either. */
const auditKeyByAdapter = new WeakMap<DialectAdapter, Buffer>();

/** Returns the MAC key of the audit log. @throws if the database was opened without it. */
export function getAuditKey(db: Queryable): Buffer {
  const key = auditKeyByAdapter.get(db.getExecutor().adapter);
  if (!key) throw new Error('the database was opened without the key of its audit log');
  return key;
}

/**
 * Opens two pools on a migrated database. A statement is cut after five seconds, or after a minute within
 * `withLongStatementTimeout`, and a request that gets no connection within six is refused, unless `waits` says
 * otherwise. `auditKey`: 32 bytes, needed to write or verify the audit log.
 */
export function openDatabase(
  url: string,
  poolSize = 10,
  auditKey?: Buffer,
  { statementMs, connectionMs } = REQUEST_WAITS,
): Database {
  const sharedOptions = { connectionString: url, types: pgTypes, connectionTimeoutMillis: connectionMs };
  const pool = createPool({
    ...sharedOptions,
    max: poolSize,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 3 * statementMs,
  });
  const longStatementPool = createPool({
    ...sharedOptions,
    max: LONG_STATEMENT_POOL_SIZE,
    statement_timeout: LONG_STATEMENT_MS,
    idle_in_transaction_session_timeout: LONG_STATEMENT_MS,
  });
  for (const connectionPool of [pool, longStatementPool]) {
    // An idle connection that breaks, as when the database restarts, is replaced at the next query.
    connectionPool.on('error', () => {});
    // Without this, an error on a connection that is held but idle (session locks) would end the process.
    connectionPool.on('connect', (client) => client.on('error', () => {}));
  }
  pool.on('connect', (client) => cutWhenSilent(client, statementMs + SILENCE_TIMEOUT_MS));
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      connect: () => (longStatementScope.getStore() ? longStatementPool : pool).connect(),
      end: async () => void (await Promise.all([pool.end(), longStatementPool.end()])),
    },
    // Streaming is used for COPY alone, never for the rows of a query.
    cursor: BinaryCopy as unknown as PostgresCursorConstructor,
  });
  const adapter = new PostgresAdapter();
  if (auditKey) auditKeyByAdapter.set(adapter, auditKey);
  dialect.createAdapter = () => adapter;
  const db: Db = new Kysely({ dialect });
  return { db, url, close: () => db.destroy() };
}

/**
 * Streams the rows of a query without parameters in blocks; see `BinaryCopy`. Use it within
 * `withLongStatementTimeout`, since connections of requests are cut when a statement takes long.
 */
export async function* copyRows(tx: Tx, query: RawBuilder<unknown>): AsyncGenerator<Buffer> {
  const statement = CompiledQuery.raw(`copy (${query.compile(tx).sql}) to stdout (format binary)`);
  for await (const { rows } of tx.getExecutor().stream<Buffer>(statement, 1)) yield* rows;
}

/**
 * An unresponsive database would hold the connection forever. It is closed rather than returned to the pool: the
 * next user of the connection must not get one with a running statement or an open transaction.
 */
function cutWhenSilent(client: pg.PoolClient, ms: number): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const queryWithTimeout = (...args: unknown[]) => {
    const timer = setTimeout(() => destroyConnection(client), ms);
    const result = query(...args);
    const clear = () => clearTimeout(timer);
    result.then(clear, clear);
    return result;
  };
  client.query = queryWithTimeout as typeof client.query;
}

/** Destroys a connection without terminating the session properly; pending queries fail with a lost connection. */
export const destroyConnection = (client: pg.ClientBase): void =>
  void (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();

/** PostgreSQL error codes or classes after which a retry may succeed. */
const OUTAGE_CODES: ReadonlySet<string> = new Set([
  // connection_exception; insufficient_resources: a full disk, no memory, too many connections; system_error
  '08',
  '53',
  '58',
  // The server is shutting down, has crashed or is still starting; the session was idle for too long.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  // Statement timeout; lock timeout.
  '57014',
  '55P03',
  // read_only_sql_transaction: a standby, or a server that currently accepts no writes.
  '25006',
]);
const UNREACHABLE_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Driver errors without a code. */
const LOST_CONNECTION_MESSAGE =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect$|Query read timeout$|Client (has encountered a connection error|was closed) and is not queryable$|Cannot use a pool after calling end|driver has already been destroyed$)/;

/** The transaction was rolled back because of a concurrent one: serialization_failure, deadlock_detected. */
const CONFLICT_CODES: ReadonlySet<string> = new Set(['40001', '40P01']);

/** Whether the transaction failed only because of a concurrent one, so that a retry may succeed. */
export const isTransactionConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && CONFLICT_CODES.has(error.code ?? '');

/** Whether the database is unavailable, as opposed to an error in the query. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return LOST_CONNECTION_MESSAGE.test(error.message);
  return (
    UNREACHABLE_CODES.has(code) ||
    OUTAGE_CODES.has(code) ||
    (error instanceof pg.DatabaseError && (OUTAGE_CODES.has(code.slice(0, 2)) || hasEndedSession(error)))
  );
}

/** Errors without a code by which PostgreSQL ends or refuses a session: a full disk leaves no room for its caches. */
const hasEndedSession = ({ code, severity }: pg.DatabaseError): boolean =>
  code === 'XX000' && (severity === 'FATAL' || severity === 'PANIC');
