import { type RawBuilder, sql } from 'kysely';
import type { AuditScope } from './types.ts';

/** What a transfer of each kind can be for, by tables; `shared` is the order of the fee that a share is of. */
export const CAUSES: Readonly<Record<string, readonly string[]>> = {
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

/** The kinds of transfers that can be for a row of a table, as a list. */
export const kindsFor = (table: string): RawBuilder<unknown> =>
  sql.join(
    Object.entries(CAUSES).flatMap(([kind, tables]) => (tables.includes(table) ? [sql.lit(kind)] : [])),
  );

/**
 * Whether a scope's transfer `t` can be for a row of a table by its kind: of those that only trade nothing else is looked up. That
 * each transfer is for something its kind can be for, the law of causes says. All transfers are looked at without this.
 */
export const canBeFor = (scope: AuditScope, table: string): RawBuilder<unknown> =>
  scope === 'all' ? sql`true` : sql`t.kind in (${kindsFor(table)})`;
