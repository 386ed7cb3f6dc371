import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createClient } from '../platform/database/connect.ts';
import { destroyConnection, pgTypes } from '../platform/database/database.ts';

/** Timeout of a caller's wait, and of a statement. */
const RESPONSE_TIMEOUT_MS = 2_000;
const LOCK_TIMEOUT_MS = 1_500;
/**
 * A connection that is silent for longer is replaced. A slow one is kept: when everything is slow, reconnecting
 * each time would never finish.
 */
const SILENCE_TIMEOUT_MS = 5_000;
/** Minimum time between two probes, however often they are requested. */
const MIN_PROBE_INTERVAL_MS = 1_000;
/** Minimum time between new connections, which cost both sides more. */
const MIN_CONNECT_INTERVAL_MS = 2_000;
/** Timeout of a new connection: as long as a request waits for a connection and for a statement. */
const CONNECT_TIMEOUT_MS = 6_000;

/**
 * Sparse pages, so that a few rows allocate new ones, which a full disk refuses. A temporary table: not visible to
 * others, not dumped.
 */
const ALLOCATE_SPACE = `create temp table if not exists room (filler text) with (fillfactor = 10); truncate room;
  insert into room select repeat('x', 1000) from generate_series(1, 32)`;
/** Tables that every batch writes to, locked with the mode of a batch. */
const LOCK_TABLES = 'lock table accounts, transfers, idempotency in row exclusive mode';
/**
 * Things a request may be the first to need on its connection, and would get a 503 without: the tables, and the
 * library of the triggers' language, which each session loads for itself. The schema uses no other language.
 */
const FIRST_QUERIES = 'select from ledger_head; do $$ begin end $$ language plpgsql';

interface ProbeQuery {
  text: string;
  at: number;
  open: boolean;
  /** Null when it failed or timed out. */
  answer: Promise<readonly pg.QueryResult[] | null>;
}

/** Checks what the database can do, on its own connections: the pools may be exhausted. */
export class Probe {
  readonly #url: string;
  #client: Promise<pg.Client> | null = null;
  #lastQuery: ProbeQuery | null = null;
  #couldConnect = true;
  #connectAttempt: { at: number; done: Promise<void> } | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Returns true when a batch under the lease of this epoch could commit now: the head and the ledger's tables are
   * not locked, the disk has space, and a commit reaches it. One transaction, which leaves no rows in the ledger.
   */
  canCommit(epoch: bigint): Promise<boolean> {
    return this.#runProbe(
      `select epoch from ledger_head for no key update; ${LOCK_TABLES}; ${ALLOCATE_SPACE}`,
      ([head]) => head?.rows[0]?.epoch === epoch,
    );
  }

  /** Returns true when the head of the ledger can be read. */
  canRead(): Promise<boolean> {
    return this.#runProbe('select from ledger_head', ([head]) => head?.rowCount === 1);
  }

  /**
   * True when a new connection can be opened and do what requests need: open ones may work while no new one can be
   * opened.
   * One attempt at a time, and at most one in two seconds. While an attempt is in progress, the last result holds.
   */
  async canConnect(): Promise<boolean> {
    if (
      this.#connectAttempt === null ||
      performance.now() - this.#connectAttempt.at > MIN_CONNECT_INTERVAL_MS
    ) {
      const opening = { at: Number.POSITIVE_INFINITY, done: Promise.resolve() };
      opening.done = this.#tryConnect().then((opened) => {
        this.#couldConnect = opened;
        opening.at = performance.now();
      });
      this.#connectAttempt = opening;
    }
    await Promise.race([this.#connectAttempt.done, sleep(RESPONSE_TIMEOUT_MS, null, { ref: false })]);
    return this.#couldConnect;
  }

  async #tryConnect(): Promise<boolean> {
    const client = createClient({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: RESPONSE_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      application_name: 'sarraf-health',
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(FIRST_QUERIES);
      return true;
    } catch {
      return false;
    } finally {
      destroyConnection(client);
    }
  }

  close(): void {
    void this.#client?.then(destroyConnection, () => {});
  }

  async #runProbe(text: string, evaluate: (results: readonly pg.QueryResult[]) => boolean): Promise<boolean> {
    const last = this.#lastQuery;
    const current =
      last?.text === text && (last.open || performance.now() - last.at < MIN_PROBE_INTERVAL_MS)
        ? last
        : this.#startQuery(text);
    const results = await current.answer;
    return results !== null && evaluate(results);
  }

  #startQuery(text: string): ProbeQuery {
    const results = this.#runStatements(text)
      .catch(() => null)
      .finally(() => {
        probeQuery.open = false;
      });
    const answer = Promise.race([results, sleep(RESPONSE_TIMEOUT_MS, null, { ref: false })]);
    const probeQuery: ProbeQuery = { text, at: performance.now(), open: true, answer };
    this.#lastQuery = probeQuery;
    return probeQuery;
  }

  /** Runs several statements in one text: one transaction, with one result each. */
  async #runStatements(text: string): Promise<pg.QueryResult[]> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    try {
      return [await client.query(text)].flat();
    } catch (error) {
      // An error reported by the database doesn't mean that the connection is broken.
      if (!(error instanceof pg.DatabaseError)) destroyConnection(client);
      throw error;
    }
  }

  #connect(): Promise<pg.Client> {
    const client = createClient({
      connectionString: this.#url,
      types: pgTypes,
      connectionTimeoutMillis: SILENCE_TIMEOUT_MS,
      statement_timeout: RESPONSE_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      query_timeout: SILENCE_TIMEOUT_MS,
      application_name: 'sarraf-health',
    });
    const connecting = client.connect().then(() => client);
    client.on('error', () => {});
    client.once('end', () => {
      if (this.#client === connecting) this.#client = null;
    });
    return connecting;
  }
}
