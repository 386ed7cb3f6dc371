import { type RawBuilder, sql } from 'kysely';
import type { Law, Scope, Violation } from './types.ts';

/** A query that lists violations. */
export type Query = RawBuilder<unknown>;

const MOST = 10;

/** A law by the queries that show it broken, one after another; none: it needs no look in this scope. */
export const lawOf = (name: string, broken: (scope: Scope) => readonly Query[]): Law => ({
  name,
  async find(db, scope) {
    const found: Violation[] = [];
    for (const query of broken(scope)) {
      // Materialized: a planner that expects ten rows to come soon would choose a way that is slow to find none.
      const { rows } = await sql<
        Record<string, unknown>
      >`with found as materialized (${query}) select * from found limit ${MOST - found.length}`.execute(db);
      found.push(...rows.map((row) => ({ law: name, row: plain(row) })));
      if (found.length === MOST) break;
    }
    return found;
  },
});

/** A law about figures that aren't reached from a few transfers: it is looked at as a whole or not at all. */
export const lawOfAll = (name: string, query: Query): Law =>
  lawOf(name, (scope) => (scope === 'all' ? [query] : []));

const plain = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]));

function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Date ? value.toISOString() : value;
}
