import type { RawBuilder } from 'kysely';
import type { Queryable } from '../platform/database/database.ts';

/** A query that lists violations. */
export type Query = RawBuilder<unknown>;

/**
 * Transfers by number, both ends included; numbers have no gaps. `all` also reads rows that aren't reached from a
 * transfer: old ones, and rows whose transfers are gone.
 */
export type AuditScope = { readonly from: bigint; readonly to: bigint } | 'all';

/**
 * Part `number` of `of` parts of all rows, by a hash of the key that a law groups them by; `of` is a power of two. A
 * law about millions of rows runs as several short statements: one of ten seconds keeps a processor from trades, and
 * old versions of balances from vacuum.
 */
export interface Slice {
  readonly number: number;
  readonly of: number;
}

export interface Violation {
  /** The name of the law. */
  readonly law: string;
  /** The violating row; texts, numbers, booleans and null alone. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** A condition that holds for a correct ledger at every moment, checked in the tables alone. */
export interface Invariant {
  readonly name: string;
  /**
   * Whether there is anything to check: some laws are about everything or nothing, and need no snapshot of a few
   * transfers.
   */
  concerns(scope: AuditScope): boolean;
  /** Queries for violations, which may read `selectScopeRows` for a scope; undefined: queries don't suffice. */
  readonly queries?: (scope: AuditScope, slice?: Slice) => readonly Query[];
  /** Joins by hash for a few transfers: the caller of `find` sets that up. */
  readonly fenced?: boolean;
  /** For `all`, each slice can be checked in a snapshot of its own. */
  readonly sliced?: boolean;
  /** Returns at most ten. `db` is one snapshot; a scope starts and ends with a batch. */
  find(db: Queryable, scope: AuditScope, slice?: Slice): Promise<readonly Violation[]>;
}
