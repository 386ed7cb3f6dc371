/**
 * Database cost of a piece of work: what this process sends during it, and the differences that it makes to the
 * counters of its database and to the WAL. Nothing else that runs on the same server is counted.
 */
import pg from 'pg';

export interface DatabaseCost {
  /** Without those that begin or end a transaction or set a parameter. */
  statements: number;
  /** How often a connection waits for the database: once for all statements that are sent together. */
  roundTrips: number;
  /** Of transactions that wrote something. */
  commits: number;
  rows: number;
  /** Entries added to B-trees; the few indexes of other kinds have no entry for each row. */
  indexEntries: number;
  /** Without the copies of whole pages that follow a checkpoint. */
  walBytes: number;
  /** Blocks of tables and indexes that were read. */
  blocks: number;
  /** Without planning and without the wait for a commit; null: pg_stat_statements is not installed. */
  executionMs: number | null;
}

export interface CostMeter {
  /** No other work may run on this database in the meantime. */
  measure(work: () => Promise<unknown>): Promise<DatabaseCost>;
  close(): Promise<void>;
}

type Query = (...args: unknown[]) => Promise<unknown>;
type Counters = Pick<DatabaseCost, 'rows' | 'blocks'> & { position: string };

const query = pg.Client.prototype.query as Query;
const CONTROL_STATEMENT = /^(start|begin|commit|rollback|set)\b/;
/** Statements that a ledger sends by the clock, whether it has work or not. */
const LEASE_RENEWAL = /^update ledger_head set lease_until/;
/** Relations below are the database's own, which it also changes by the clock. */
const FIRST_USER_RELATION = 16_384;

/**
 * Counts on the connections that are opened from now on. `url`: as a superuser, who alone may read the WAL.
 */
export async function openCostMeter(url: string): Promise<CostMeter> {
  const own = new pg.Client({ connectionString: url });
  await own.connect();
  await own.query('create extension if not exists pg_walinspect');
  const { rows: installed } = await own.query(
    `select to_regclass('pg_stat_statements') is not null as timed`,
  );
  const traffic = new Traffic(own);

  /** Makes connections flush their statistics, which otherwise do so at most once a second. */
  async function flushStatistics(): Promise<void> {
    // A connection that has ended has flushed everything.
    for (const client of traffic.clients)
      await query
        .call(client, 'select pg_stat_force_next_flush()')
        .catch(() => traffic.clients.delete(client));
  }

  async function readExecutionMs(): Promise<number | null> {
    if (!installed[0]?.timed) return null;
    const { rows } = await own.query<{ ms: number }>(`select coalesce(sum(total_exec_time), 0)::float8 as ms
      from pg_stat_statements join pg_database d on d.oid = dbid
      where datname = current_database() and query not like '%pg_stat_%'`);
    return rows[0]?.ms ?? 0;
  }

  async function readCounters(): Promise<Counters> {
    await flushStatistics();
    const { rows } = await own.query<Counters>(`
      select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as rows,
        (select sum(coalesce(heap_blks_hit + heap_blks_read, 0) + coalesce(idx_blks_hit + idx_blks_read, 0))::float8
          from pg_statio_user_tables) as blocks,
        pg_current_wal_insert_lsn() as position
      from pg_stat_user_tables`);
    if (!rows[0]) throw new Error('nothing is counted');
    return rows[0];
  }

  async function readWal(from: string): Promise<Pick<DatabaseCost, 'commits' | 'indexEntries' | 'walBytes'>> {
    // WAL can be read once it is on disk, where a synchronous commit puts everything before it.
    await own.query(`begin; set local synchronous_commit = on;
      select pg_logical_emit_message(true, 'cost', ''); commit`);
    const { rows } = await own.query(
      `with records as materialized (
        select r.*, exists (select from regexp_matches(block_ref, 'rel \\d+/(\\d+)/(\\d+)', 'g') rel
          where rel[1] = d.oid::text and rel[2]::bigint >= $2) as ours
        from pg_get_wal_records_info($1, pg_current_wal_flush_lsn()) r, pg_database d
        where datname = current_database())
      select count(*) filter (where resource_manager = 'Transaction' and record_type like 'COMMIT%')::int as commits,
        count(*) filter (where ours and resource_manager = 'Btree' and (record_type in ('INSERT_LEAF', 'INSERT_POST')
          or record_type like 'SPLIT%' and description ~ '^level:? 0'))::int as "indexEntries",
        coalesce(sum(record_length - fpi_length), 0)::int as "walBytes"
      from records where ours or xid in (select xid from records where ours and xid <> '0')`,
      [from, FIRST_USER_RELATION],
    );
    return rows[0];
  }

  /** While the slot exists no checkpoint removes WAL that is still to be read: other tests write gigabytes. */
  async function keepWalDuring<T>(work: () => Promise<T>): Promise<T> {
    const slot = `cost_meter_${process.pid}`;
    await own.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    try {
      return await work();
    } finally {
      await own.query('select pg_drop_replication_slot($1)', [slot]);
    }
  }

  return {
    measure: (work) =>
      keepWalDuring(async () => {
        const before = await readCounters();
        const msBefore = await readExecutionMs();
        const sent = traffic.restart();
        await work();
        const { statements, roundTrips } = sent;
        const msAfter = await readExecutionMs();
        const after = await readCounters();
        return {
          statements,
          roundTrips,
          rows: after.rows - before.rows,
          blocks: after.blocks - before.blocks,
          executionMs: msAfter === null || msBefore === null ? null : msAfter - msBefore,
          ...(await readWal(before.position)),
        };
      }),
    async close() {
      traffic.stop();
      await own.end();
    },
  };
}

/** Returns the cost of each of `count`. */
export const divideCost = (cost: DatabaseCost, count: number): DatabaseCost => ({
  statements: cost.statements / count,
  roundTrips: cost.roundTrips / count,
  commits: cost.commits / count,
  rows: cost.rows / count,
  indexEntries: cost.indexEntries / count,
  walBytes: cost.walBytes / count,
  blocks: cost.blocks / count,
  executionMs: cost.executionMs === null ? null : cost.executionMs / count,
});

/** Counts what is sent on all connections except the meter's own. */
class Traffic {
  readonly clients = new Set<pg.Client>();
  #counts = { statements: 0, roundTrips: 0 };
  readonly #pendingByClient = new Map<pg.Client, number>();

  constructor(own: pg.Client) {
    const traffic = this;
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const reply = query.apply(this, args);
      if (this !== own) traffic.#count(this, args[0] as string | { text: string }, reply);
      return reply;
    } as never;
  }

  /** Returns counts that start at zero. */
  restart(): Readonly<{ statements: number; roundTrips: number }> {
    this.#counts = { statements: 0, roundTrips: 0 };
    return this.#counts;
  }

  stop(): void {
    pg.Client.prototype.query = query as never;
  }

  /** `reply`: undefined if the caller gave a callback, as none does on a connection that pipelines. */
  #count(client: pg.Client, statement: string | { text: string }, reply: Promise<unknown> | undefined): void {
    this.clients.add(client);
    const text = typeof statement === 'string' ? statement : statement.text;
    const { pipeline } = client as unknown as { pipeline: boolean };
    const pending = this.#pendingByClient.get(client) ?? 0;
    this.#pendingByClient.set(client, pending + 1);
    const onReply = () => this.#pendingByClient.set(client, (this.#pendingByClient.get(client) ?? 0) - 1);
    Promise.resolve(reply).then(onReply, onReply);
    if (LEASE_RENEWAL.test(text)) return;
    if (!pipeline || pending === 0) this.#counts.roundTrips += 1;
    if (!CONTROL_STATEMENT.test(text)) this.#counts.statements += 1;
  }
}
