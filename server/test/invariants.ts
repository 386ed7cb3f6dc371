import { findViolations, LAWS, type Law, LEDGER_LAWS } from '../src/audit/index.ts';
import type { Db } from '../src/platform/database/database.ts';

/** The first breach of a law of the books with the row that shows it; null: they are right. */
export async function checkInvariants(db: Db, laws: readonly Law[] = LAWS): Promise<string | null> {
  const [first] = await findViolations(db, 'all', laws);
  return first ? `${first.law}: ${JSON.stringify(first.row)}` : null;
}

/** For tests of the ledger itself, whose transfers are for nothing. */
export const checkLedger = (db: Db): Promise<string | null> => checkInvariants(db, LEDGER_LAWS);

/** The names of the laws that are broken, one a line. */
export async function brokenLaws(db: Db): Promise<string> {
  const violations = await findViolations(db, 'all');
  return [...new Set(violations.map(({ law }) => law))].join('\n');
}
