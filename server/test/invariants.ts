import { sql } from 'kysely';
import { findViolations, LAWS, type Law, LEDGER_LAWS, type Scope } from '../src/audit/index.ts';
import type { Db } from '../src/platform/database/database.ts';

/** How often each database was looked at. */
const checks = new WeakMap<Db, number>();
/** Parts try the audit more than what is tested, and each costs as much as the whole: most of a run went into them. */
const CHECKS_FOR_PARTS = 4;

/**
 * The first breach of a law of the books with the row that shows it; null: they are right. The first look at a database, and each
 * fourth one after it, is also in two parts, as the continuous audit looks at them.
 */
export async function checkInvariants(db: Db, laws: readonly Law[] = LAWS): Promise<string | null> {
  const before = checks.get(db) ?? 0;
  checks.set(db, before + 1);
  const parts = before % CHECKS_FOR_PARTS === 0 ? await partsOf(db) : [];
  for (const scope of ['all' as const, ...parts]) {
    const [first] = await findViolations(db, scope, laws);
    if (first)
      return `${first.law}: ${JSON.stringify(first.row)}${scope === 'all' ? '' : ` (${scope.from} to ${scope.to})`}`;
  }
  return null;
}

/** A large prime, by which the border between the two parts falls somewhere else for each number of transfers. */
const SCATTER = 2_654_435_761n;

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
