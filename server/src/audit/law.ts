import { sql } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';
import { selectScopeRows } from './moves.ts';
import type { AuditScope, Invariant, Query, Slice, Violation } from './types.ts';

const MAX_VIOLATIONS = 10;
const WHOLE: Slice = { number: 0, of: 1 };
/** Merge joins are disabled too: thousands of rows may have been estimated as ten. */
const HASH_JOIN_SETTINGS =
  'set local enable_nestloop = off; set local enable_mergejoin = off; set local enable_sort = off';

/** Makes the rest of a transaction join by hash, as fenced laws do, or lets the planner choose. */
export async function setFencedJoins(db: Queryable, fenced: boolean): Promise<void> {
  await sql.raw(fenced ? HASH_JOIN_SETTINGS : HASH_JOIN_SETTINGS.replaceAll('off', 'on')).execute(db);
}

/**
 * Defines a law by the queries that return its violations, one after another; none: nothing to check in this scope.
 * `fenced`: for a scope it reads tables by key in laterals with an offset, and joins everything else by hash. A
 * planner with poor statistics of a new or fast-growing table would join thousands of rows by nested loops instead:
 * one check then took forty seconds. `sliced`: its queries about `all` honour the slice.
 */
export const defineInvariant = (
  name: string,
  buildQueries: (scope: AuditScope, slice: Slice) => readonly Query[],
  { fenced = false, sliced = false } = {},
): Invariant => ({
  name,
  concerns: (scope) => buildQueries(scope, WHOLE).length > 0,
  queries: (scope, slice = WHOLE) => buildQueries(scope, slice),
  fenced,
  sliced,
  async find(db, scope, slice = WHOLE) {
    const found: Violation[] = [];
    const scopeRows = scope === 'all' ? sql`` : sql`${selectScopeRows(scope)},`;
    for (const query of buildQueries(scope, slice)) {
      // Materialized: a planner that expects ten rows soon would choose a plan that is slow to find none.
      const { rows } = await sql<
        Record<string, unknown>
      >`with ${scopeRows} found as materialized (${query}) select * from found limit ${MAX_VIOLATIONS - found.length}`.execute(
        db,
      );
      found.push(...rows.map((row) => ({ law: name, row: toPlainRow(row) })));
      if (found.length === MAX_VIOLATIONS) break;
    }
    return found;
  },
});

/**
 * Returns the laws that are broken in a scope, whose violations `find` then lists, and those that need more than
 * queries to tell. One statement runs all queries, so that it reads the rows of the scope once (`selectScopeRows`).
 * Either all laws are fenced or none is.
 */
export async function findBrokenLaws(
  db: Queryable,
  scope: Exclude<AuditScope, 'all'>,
  laws: readonly Invariant[],
): Promise<Invariant[]> {
  await setFencedJoins(db, laws[0]?.fenced === true);
  const names = laws.map((_, i) => sql.ref(`law_${i}`));
  const violationsOfLaws = laws.map(({ queries }, i) => {
    const selects = queries?.(scope).map((query) => sql`select from (${query}) violations`) ?? [sql`select`];
    return sql`${names[i]} as materialized (${sql.join(selects, sql` union all `)})`;
  });
  const { rows } = await sql<{
    broken: boolean[];
  }>`with ${selectScopeRows(scope)}, ${sql.join(violationsOfLaws)}
    select array[${sql.join(names.map((name) => sql`exists (select from ${name})`))}] as broken`.execute(db);
  return laws.filter((_, i) => rows[0]?.broken[i] ?? true);
}

/** Defines a law about data that isn't reached from a few transfers: it is checked as a whole or not at all. */
export const defineGlobalInvariant = (name: string, query: Query): Invariant =>
  defineInvariant(name, (scope) => (scope === 'all' ? [query] : []));

const toPlainRow = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toPlainValue(value)]));

function toPlainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Date ? value.toISOString() : value;
}
