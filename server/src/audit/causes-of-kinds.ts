import { type RawBuilder, sql } from 'kysely';
import type { AuditScope } from './types.ts';

/** Tables that transfers of each kind can belong to; `shared` is the order of the fee that a share is of. */
export const CAUSE_TABLES: Readonly<Record<string, readonly string[]>> = {
  trade: ['orders'],
  fee: ['orders', 'withdrawals'],
  referral: ['shared'],
  deposit: ['payments', 'bank_deposits', 'coin_deposits', 'company_settlements'],
  withdrawal: ['withdrawals'],
  hold: ['orders', 'withdrawals', 'freezes', 'company_settlements'],
  release: ['orders', 'withdrawals', 'freezes', 'company_settlements', 'companies'],
  cost: ['payments', 'chain_transactions'],
  correction: ['payments', 'bank_deposits', 'coin_deposits', 'withdrawals', 'chain_transactions'],
};

/** Returns the kinds of transfers that can belong to a row of a table, as a list. */
export const kindsOfTable = (table: string): RawBuilder<unknown> =>
  sql.join(
    Object.entries(CAUSE_TABLES).flatMap(([kind, tables]) => (tables.includes(table) ? [sql.lit(kind)] : [])),
  );

/**
 * Whether a scope's transfer `t` can belong to a row of a table by its kind: scopes with trades alone read no other
 * tables. The law of causes checks that each transfer belongs to a row that its kind allows. A check of all
 * transfers doesn't use this.
 */
export const canBelongTo = (scope: AuditScope, table: string): RawBuilder<unknown> =>
  scope === 'all' ? sql`true` : sql`t.kind in (${kindsOfTable(table)})`;
