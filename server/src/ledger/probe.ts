import pg from 'pg';
import { cut, pgTypes } from '../platform/database.ts';

const ANSWER_MS = 2_000;
const LOCK_MS = 1_500;
/** However often somebody asks. */
const ASKED_EVERY_MS = 1_000;

/** Sparse pages, so that a few rows take new ones: what a full disk refuses. Nobody else sees the table or dumps it. */
const TAKE_ROOM = `create temp table if not exists room (filler text) with (fillfactor = 10); truncate room;
  insert into room select repeat('x', 1000) from generate_series(1, 32)`;
/** What every batch writes to, and locks as a batch would lock it. */
const TABLES = 'lock table accounts, transfers, idempotency in row exclusive mode';

/** Finds out what the database can do, on a connection of its own: the pools may be exhausted. */
export class Probe {
  readonly #url: string;
  #client: Promise<pg.Client> | null = null;
  #last: { question: string; at: number; answer: Promise<boolean> } | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * True where a batch of the lease of this epoch could commit now: the head and the tables of the books are free, the
   * disk has room, and a commit reaches it. One transaction, which leaves nothing in the books.
   */
  settles(epoch: bigint): Promise<boolean> {
    return this.#ask(
      `select epoch from ledger_head for no key update; ${TABLES}; ${TAKE_ROOM}`,
      ([head]) => head?.rows[0]?.epoch === epoch,
    );
  }

  /** True where the head of the books can be read. */
  reads(): Promise<boolean> {
    return this.#ask('select from ledger_head', ([head]) => head?.rowCount === 1);
  }

  close(): void {
    this.#forget();
  }

  #ask(question: string, judge: (results: readonly pg.QueryResult[]) => boolean): Promise<boolean> {
    const last = this.#last;
    if (last?.question === question && performance.now() - last.at < ASKED_EVERY_MS) return last.answer;
    const answer = this.#query(question).then(judge, () => {
      this.#forget();
      return false;
    });
    this.#last = { question, at: performance.now(), answer };
    return answer;
  }

  /** Several statements in one text are one transaction, and have one result each. */
  async #query(question: string): Promise<pg.QueryResult[]> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    return [await client.query(question)].flat();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      types: pgTypes,
      connectionTimeoutMillis: ANSWER_MS,
      statement_timeout: ANSWER_MS,
      lock_timeout: LOCK_MS,
      query_timeout: ANSWER_MS + 500,
      application_name: 'sarraf-health',
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  #forget(): void {
    void this.#client?.then(cut, () => {});
    this.#client = null;
  }
}
