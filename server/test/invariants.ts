import { sql } from 'kysely';
import { findViolations, LAWS, type Law, LEDGER_LAWS, type Scope } from '../src/audit/index.ts';
import type { Db } from '../src/platform/database/database.ts';

const PARTS = 4n;

/**
 * The first breach of a law of the books with the row that shows it; null: they are right, looked at as a whole and part
 * by part.
 */
export async function checkInvariants(db: Db, laws: readonly Law[] = LAWS): Promise<string | null> {
  for (const scope of ['all' as const, ...(await partsOf(db))]) {
    const [first] = await findViolations(db, scope, laws);
    if (first)
      return `${first.law}: ${JSON.stringify(first.row)}${scope === 'all' ? '' : ` (${scope.from} to ${scope.to})`}`;
  }
  return null;
}

async function partsOf(db: Db): Promise<Exclude<Scope, 'all'>[]> {
  const { rows } = await sql<{ head: bigint }>`select last_transfer_id as head from ledger_head`.execute(db);
  const head = rows[0]?.head ?? 0n;
  const size = head / PARTS + 1n;
  const starts = Array.from({ length: Number(PARTS) }, (_, part) => BigInt(part) * size + 1n);
  return starts
    .filter((from) => from <= head)
    .map((from) => ({ from, to: from + size - 1n < head ? from + size - 1n : head }));
}

/** For tests of the ledger itself, whose transfers are for nothing. */
export const checkLedger = (db: Db): Promise<string | null> => checkInvariants(db, LEDGER_LAWS);

/** The names of the laws that are broken, one a line. */
export async function brokenLaws(db: Db): Promise<string> {
  const violations = await findViolations(db, 'all');
  return [...new Set(violations.map(({ law }) => law))].join('\n');
}
