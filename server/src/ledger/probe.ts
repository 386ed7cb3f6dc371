import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createClient } from '../platform/database/connect.ts';
import { destroyConnection, pgTypes } from '../platform/database/database.ts';

/** Timeout of a caller's wait, and of a statement. */
const ANSWER_MS = 2_000;
const LOCK_MS = 1_500;
/**
 * A connection that is silent for longer is replaced. A slow one is kept: when everything is slow, reconnecting
 * each time would never finish.
 */
const SILENT_MS = 5_000;
/** Minimum time between two probes, however often they are requested. */
const ASKED_EVERY_MS = 1_000;
/** Minimum time between new connections, which cost both sides more. */
const OPENED_EVERY_MS = 2_000;
/** Timeout of a new connection: as long as a request waits for a connection and for a statement. */
const OPEN_MS = 6_000;

/**
 * Sparse pages, so that a few rows allocate new ones, which a full disk refuses. A temporary table: not visible to
 * others, not dumped.
 */
const TAKE_ROOM = `create temp table if not exists room (filler text) with (fillfactor = 10); truncate room;
  insert into room select repeat('x', 1000) from generate_series(1, 32)`;
/** Tables that every batch writes to, locked with the mode of a batch. */
const TABLES = 'lock table accounts, transfers, idempotency in row exclusive mode';
/**
 * Things a request may be the first to need on its connection, and would get a 503 without: the tables, and the
 * library of the triggers' language, which each session loads for itself. The schema uses no other language.
 */
const BEGIN_WORK = 'select from ledger_head; do $$ begin end $$ language plpgsql';

interface Question {
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
  #last: Question | null = null;
  #opened = true;
  #opening: { at: number; done: Promise<void> } | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Returns true when a batch under the lease of this epoch could commit now: the head and the ledger's tables are
   * not locked, the disk has space, and a commit reaches it. One transaction, which leaves no rows in the ledger.
   */
  settles(epoch: bigint): Promise<boolean> {
    return this.#ask(
      `select epoch from ledger_head for no key update; ${TABLES}; ${TAKE_ROOM}`,
      ([head]) => head?.rows[0]?.epoch === epoch,
    );
  }

  /** Returns true when the head of the ledger can be read. */
  reads(): Promise<boolean> {
    return this.#ask('select from ledger_head', ([head]) => head?.rowCount === 1);
  }

  /**
   * True when a new connection can be opened and do what requests need: open ones may work while no new one can be
   * opened.
   * One attempt at a time, and at most one in two seconds. While an attempt is in progress, the last result holds.
   */
  async opens(): Promise<boolean> {
    if (this.#opening === null || performance.now() - this.#opening.at > OPENED_EVERY_MS) {
      const opening = { at: Number.POSITIVE_INFINITY, done: Promise.resolve() };
      opening.done = this.#open().then((opened) => {
        this.#opened = opened;
        opening.at = performance.now();
      });
      this.#opening = opening;
    }
    await Promise.race([this.#opening.done, sleep(ANSWER_MS, null, { ref: false })]);
    return this.#opened;
  }

  async #open(): Promise<boolean> {
    const client = createClient({
      connectionString: this.#url,
      connectionTimeoutMillis: OPEN_MS,
      statement_timeout: ANSWER_MS,
      query_timeout: OPEN_MS,
      application_name: 'sarraf-health',
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(BEGIN_WORK);
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

  async #ask(text: string, judge: (results: readonly pg.QueryResult[]) => boolean): Promise<boolean> {
    const last = this.#last;
    const holds =
      last?.text === text && (last.open || performance.now() - last.at < ASKED_EVERY_MS)
        ? last
        : this.#send(text);
    const results = await holds.answer;
    return results !== null && judge(results);
  }

  #send(text: string): Question {
    const results = this.#query(text)
      .catch(() => null)
      .finally(() => {
        question.open = false;
      });
    const answer = Promise.race([results, sleep(ANSWER_MS, null, { ref: false })]);
    const question: Question = { text, at: performance.now(), open: true, answer };
    this.#last = question;
    return question;
  }

  /** Runs several statements in one text: one transaction, with one result each. */
  async #query(text: string): Promise<pg.QueryResult[]> {
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
      connectionTimeoutMillis: SILENT_MS,
      statement_timeout: ANSWER_MS,
      lock_timeout: LOCK_MS,
      query_timeout: SILENT_MS,
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
