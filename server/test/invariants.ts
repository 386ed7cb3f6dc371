import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import {
  type AuditScope,
  findViolations,
  INVARIANTS,
  type Invariant,
  LEDGER_LAWS,
} from '../src/audit/index.ts';
import { decodeBytes, defineSignedBytesLaw, signedBytes } from '../src/audit/laws/signed-bytes.ts';
import { type Db, withLongStatementTimeout } from '../src/platform/database/database.ts';

/** Number of checks per database. */
const checks = new WeakMap<Db, number>();
/**
 * Checks in parts test the audit more than the tested code, and each costs as much as the whole: most of a run went
 * into them.
 */
const CHECKS_FOR_PARTS = 8;

/**
 * Returns the first violated law of the ledger with the row that shows it; null: none. The first check of a
 * database, and each eighth one after it, are the audit's own, as a whole and in two parts; those between check the
 * whole with one statement.
 */
export async function checkInvariants(
  db: Db,
  laws: readonly Invariant[] = INVARIANTS,
): Promise<string | null> {
  const before = checks.get(db) ?? 0;
  checks.set(db, before + 1);
  const thorough = before % CHECKS_FOR_PARTS === 0;
  if (!thorough && (await doLawsHold(db, laws))) return null;
  for (const scope of ['all' as const, ...(thorough ? await splitLedger(db) : [])]) {
    const [first] = await findViolations(db, scope, laws);
    if (first)
      return `${first.law}: ${JSON.stringify(first.row)}${scope === 'all' ? '' : ` (${scope.from} to ${scope.to})`}`;
  }
  return null;
}

const UNKNOWN_STATEMENT = '26000';
/** A session prepares statements under a separate name for each list of laws. */
const statementNames = new Map<readonly Invariant[], string>();

/**
 * Returns whether these laws hold, with one statement that a session plans once: planning its seventy queries takes
 * several times as long as running them on a test's few rows.
 */
async function doLawsHold(db: Db, laws: readonly Invariant[]): Promise<boolean> {
  const name = statementNames.get(laws) ?? `laws_${statementNames.size}`;
  statementNames.set(laws, name);
  const execute = CompiledQuery.raw(`execute ${name}`);
  const broken = await withLongStatementTimeout(() =>
    db.connection().execute(async (session) => {
      const queryViolations = () => session.executeQuery<{ broken: boolean }>(execute);
      const { rows } = await queryViolations().catch(async (error: { code?: string }) => {
        if (error.code !== UNKNOWN_STATEMENT) throw error;
        await session.executeQuery(CompiledQuery.raw(`prepare ${name} as ${buildStatement(session, laws)}`));
        return queryViolations();
      });
      return rows[0]?.broken ?? true;
    }),
  );
  if (broken) return false;
  const others = laws.filter(({ queries }) => queries === undefined);
  const violations = await findViolations(
    db,
    'all',
    others.map((law) => (law === signedBytes ? cachedSignedBytesLaw : law)),
  );
  return violations.length === 0;
}

const decodedBytes = new Map<string, () => ReturnType<typeof decodeBytes>>();
/** Decoding bytes verifies their signatures, a millisecond or two each: half of the duration of the sending tests. */
const cachedSignedBytesLaw = defineSignedBytesLaw((chain, net, raw) => {
  const key = `${chain} ${net} ${raw}`;
  const cachedDecoder = decodedBytes.get(key);
  if (cachedDecoder) return cachedDecoder();
  let reading: () => ReturnType<typeof decodeBytes>;
  try {
    const decoded = decodeBytes(chain, net, raw);
    reading = () => decoded;
  } catch (error) {
    reading = () => {
      throw error;
    };
  }
  decodedBytes.set(key, reading);
  return reading();
});

function buildStatement(db: Db, laws: readonly Invariant[]): string {
  const conditions = laws
    .flatMap(({ queries }) => queries?.('all') ?? [])
    .map((query) => sql`exists (${query})`);
  const { sql: text, parameters } = sql`select ${sql.join(conditions, sql` or `)} as broken`.compile(db);
  // PREPARE takes no parameters of its own; all of these are texts and numbers.
  return text.replaceAll(/\$(\d+)/g, (_, at) =>
    pg.escapeLiteral(String(parameters[Number.parseInt(at, 10) - 1])),
  );
}

/** A large prime, which moves the boundary between the two parts with the number of transfers. */
const SCATTER_PRIME = 2_654_435_761n;

async function splitLedger(db: Db): Promise<Exclude<AuditScope, 'all'>[]> {
  const { rows } = await sql<{ head: bigint }>`select last_transfer_id as head from ledger_head`.execute(db);
  const head = rows[0]?.head ?? 0n;
  if (head < 2n) return [];
  const border = 1n + (SCATTER_PRIME % (head - 1n));
  return [
    { from: 1n, to: border },
    { from: border + 1n, to: head },
  ];
}

/** For tests of the ledger itself, whose transfers have no cause. */
export const checkLedger = (db: Db): Promise<string | null> => checkInvariants(db, LEDGER_LAWS);

/** Returns the names of the violated laws, one per line. */
export async function listViolatedLaws(db: Db): Promise<string> {
  const violations = await findViolations(db, 'all');
  return [...new Set(violations.map(({ law }) => law))].join('\n');
}
