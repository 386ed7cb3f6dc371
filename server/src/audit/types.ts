import type { RawBuilder } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';

/** A query that lists violations. */
export type Query = RawBuilder<unknown>;

/**
 * Transfers by number, both ends included; numbers have no gaps. `all` also reads what isn't reached from a transfer:
 * old rows, and rows whose transfers are gone.
 */
export type AuditScope = { readonly from: bigint; readonly to: bigint } | 'all';

export interface Violation {
  /** The name of the law. */
  readonly law: string;
  /** The row that shows it; texts, numbers, booleans and null alone. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** Something that is true of correct books at every moment, looked for in the tables alone. */
export interface Invariant {
  readonly name: string;
  /** Whether there is anything to look at: some laws are about all books or nothing, and need no snapshot of a few transfers. */
  concerns(scope: AuditScope): boolean;
  /** What shows it broken, one query after another; undefined where it is more than a look into tables. */
  readonly queries?: (scope: AuditScope) => readonly Query[];
  /** Of a few transfers it joins by hash: whoever calls `find` sees to that. */
  readonly fenced?: boolean;
  /** At most ten. `db` is one snapshot; a scope begins and ends with a batch. */
  find(db: Queryable, scope: AuditScope): Promise<readonly Violation[]>;
}
