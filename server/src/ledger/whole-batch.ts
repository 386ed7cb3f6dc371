import type { ColumnArrays } from './column-arrays.ts';

/** Cache of the statement for a batch that only inserts rows unchanged, by the names of its inserts. */
const statementCache = new Map<
  string,
  { of: readonly ColumnArrays['statement'][]; whole: { name: string; text: string } }
>();
/** Maximum number of cached statements. Batches insert a dozen kinds of rows; rare combinations are sent one by one. */
const MAX_CACHED = 200;

/** The parameters of `settle`, which come first. */
const SETTLE_CALL = 'settle($1, $2, $3, $4, $5, $6, $7::interval, $8::bigint[], $9::numeric[])';
const FIRST_ROW_PARAMETER = 10;

/** Sorts the inserts, so that one set of inserts is one statement, whatever the order of the commands. */
export const sortInserts = (inserts: readonly ColumnArrays[]): ColumnArrays[] =>
  [...inserts].sort((a, b) => (a.statement.name < b.statement.name ? -1 : 1));

/**
 * Builds a batch as one statement: each statement costs both sides more than a trade of a large batch. It first
 * takes its lock, then inserts rows while the previous batch may still commit, and at last `settle` waits for that
 * one and counts the inserted rows. Null: some of its inserts read rows that others write.
 */
export function buildWholeBatch(inserts: readonly ColumnArrays[]): { name: string; text: string } | null {
  if (inserts.length === 0 || inserts.some(({ statement }) => !statement.part)) return null;
  const ordered = sortInserts(inserts).map(({ statement }) => statement);
  const key = ordered.map(({ name }) => name).join(' ');
  const cached = statementCache.get(key);
  // Two statements that share a name would each be sent as the other.
  if (cached) return cached.of.every((one, n) => one === ordered[n]) ? cached.whole : null;
  if (statementCache.size >= MAX_CACHED) return null;
  let nextParameter = FIRST_ROW_PARAMETER;
  const parts = ordered.map(({ part, columns }, n) => {
    const text = part?.(nextParameter, 'exists (select from begun)');
    nextParameter += columns.length;
    return `rows${n} as (${text} returning 1)`;
  });
  const counts = ordered.map((_, n) => `(select count(*) from rows${n}) n${n}`);
  const whole = {
    name: `batch_${statementCache.size}`,
    text: `with begun as materialized (select begin_batch($2)), ${parts.join(', ')}
      select ${SETTLE_CALL} from ${counts.join(', ')}`,
  };
  statementCache.set(key, { of: ordered, whole });
  return whole;
}
