import { sql } from 'kysely';
import { findViolations, LAWS, type Law, LEDGER_LAWS, type Scope } from '../src/audit/index.ts';
import type { Db } from '../src/platform/database/database.ts';

/**
 * The first breach of a law of the books with the row that shows it; null: they are right, looked at as a whole and in two
 * parts, as the continuous audit looks at them.
 */
export async function checkInvariants(db: Db, laws: readonly Law[] = LAWS): Promise<string | null> {
  for (const scope of ['all' as const, ...(await partsOf(db))]) {
    const [first] = await findViolations(db, scope, laws);
    if (first)
      return `${first.law}: ${JSON.stringify(first.row)}${scope === 'all' ? '' : ` (${scope.from} to ${scope.to})`}`;
  }
  return null;
}

/** A large prime, by which the border between the two parts falls somewhere else for each number of transfers. */
const SCATTER = 2_654_435_761n;

/** Two, since each costs as much as the whole: with four of them most of a run of the tests went into the audit. */
async function partsOf(db: Db): Promise<Exclude<Scope, 'all'>[]> {
  const { rows } = await sql<{ head: bigint }>`select last_transfer_id as head from ledger_head`.execute(db);
  const head = rows[0]?.head ?? 0n;
  if (head < 2n) return [];
  const border = 1n + (SCATTER % (head - 1n));
  return [
    { from: 1n, to: border },
    { from: border + 1n, to: head },
  ];
}

/** For tests of the ledger itself, whose transfers are for nothing. */
export const checkLedger = (db: Db): Promise<string | null> => checkInvariants(db, LEDGER_LAWS);

/** The names of the laws that are broken, one a line. */
export async function brokenLaws(db: Db): Promise<string> {
  const violations = await findViolations(db, 'all');
  return [...new Set(violations.map(({ law }) => law))].join('\n');
}
