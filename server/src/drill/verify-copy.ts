/**
 * Verifies that a restored copy equals what the database was: its laws, its heads, and how much is missing at its
 * end.
 */
import { sql } from 'kysely';
import type { Violation } from '../audit/index.ts';
import type { Db } from '../platform/database/database.ts';
import { readInstallationName } from '../platform/database/installation.ts';
import { type Checkpoints, checkChainHeads, checkEverything, openCheckpoints } from '../watch/index.ts';

/** The last settlement batch up to some time. */
export interface BatchPoint {
  number: bigint;
  at: Date;
}

export const HEADS_LAW = 'the copy ends at the recorded head of the ledger';

/** Returns the last batch up to a time, null: of all; null if there is none. */
export async function findLastBatch(db: Db, upTo: Date | null): Promise<BatchPoint | null> {
  const { rows } = await sql<BatchPoint>`select number, at from ledger_batches
    where ${upTo}::timestamptz is null or at <= ${upTo}::timestamptz order by number desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Violations of a copy, and the source with which its heads were compared. */
export interface CopyVerdict {
  violations: Violation[];
  /**
   * CHECKPOINTS: it contains the heads stored outside. LIVE: it ends before those, at a batch that the live
   * database has.
   */
  heads: 'CHECKPOINTS' | 'LIVE' | 'NOT_COMPARED';
}

/**
 * Checks the laws over everything, the chains from their beginning, and their heads against those in
 * `checkpointsDir`. If those are later than the copy's end, its last batch and entry must be the live database's
 * (`live`; null: it is gone).
 */
export async function verifyCopy(
  copy: Db,
  live: Db | null,
  { booksKey, checkpointsDir }: { booksKey: Buffer; checkpointsDir: string },
): Promise<CopyVerdict> {
  const violations = await checkEverything(copy, booksKey);
  const checkpoints = openCheckpoints(checkpointsDir, await readInstallationName(copy), false);
  const copyEnds = await readChainEnds(copy);
  const isWithin = (chain: keyof typeof copyEnds) =>
    BigInt(checkpoints.find(chain)?.number ?? -1) <= copyEnds[chain];
  const contained: Checkpoints = {
    find: (chain) => (isWithin(chain) ? checkpoints.find(chain) : null),
    save() {},
  };
  violations.push(...(await checkChainHeads(copy, booksKey, contained)));
  if (checkpoints.find('books') !== null && isWithin('books') && isWithin('audit-log'))
    return { violations, heads: 'CHECKPOINTS' };
  if (live === null)
    return {
      violations: [
        ...violations,
        { law: HEADS_LAW, row: { fault: 'it contains no stored head, and the live database is gone' } },
      ],
      heads: 'NOT_COMPARED',
    };
  violations.push(...(await compareEnds(copy, live)));
  return { violations, heads: 'LIVE' };
}

async function readChainEnds(db: Db): Promise<{ books: bigint; 'audit-log': bigint }> {
  const { rows } = await sql<{ books: bigint; entries: bigint }>`select
    (select coalesce(max(number), 0)::bigint from ledger_batches) as books,
    (select coalesce(max(number), 0)::bigint from audit_log) as entries`.execute(db);
  const { books = 0n, entries = 0n } = rows[0] ?? {};
  return { books, 'audit-log': entries };
}

/** Compares the last rows of both chains, each of which authenticates all previous ones. */
async function compareEnds(copy: Db, live: Db): Promise<Violation[]> {
  const readLastRows = async (db: Db, ends: Awaited<ReturnType<typeof readChainEnds>>) => {
    const { rows } = await sql<{ mac: string | null; hash: string | null }>`select
      (select encode(mac, 'hex') from ledger_batches where number = ${ends.books}::bigint) as mac,
      (select encode(hash, 'hex') from audit_log where number = ${ends['audit-log']}::bigint) as hash`.execute(
      db,
    );
    return rows[0];
  };
  const ends = await readChainEnds(copy);
  const [copyRows, liveRows] = [await readLastRows(copy, ends), await readLastRows(live, ends)];
  return [
    { chain: 'books', number: ends.books, same: copyRows?.mac === liveRows?.mac },
    { chain: 'audit-log', number: ends['audit-log'], same: copyRows?.hash === liveRows?.hash },
  ].flatMap(({ chain, number, same }) =>
    same
      ? []
      : [
          {
            law: HEADS_LAW,
            row: { chain, number, fault: 'the live database has another row with this number' },
          },
        ],
  );
}
