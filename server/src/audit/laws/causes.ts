import { type RawBuilder, sql } from 'kysely';
import { CAUSE_TABLES, kindsOfTable } from '../causes-of-kinds.ts';
import { defineInvariant } from '../law.ts';
import { isInScope, isInSlice, joinAccounts } from '../moves.ts';
import type { AuditScope, Slice } from '../types.ts';

/** Tables whose key is the reference alone. */
const TABLES_BY_ID = [
  'withdrawals',
  'payments',
  'bank_deposits',
  'coin_deposits',
  'freezes',
  'company_settlements',
  'companies',
  'chain_transactions',
];
/** Kinds moved by trades alone, and by a withdrawal's fee: most transfers, which need no other tables. */
const TRADE_KINDS = ['trade', 'fee', 'referral'];
const OTHER_KINDS = Object.keys(CAUSE_TABLES).filter((kind) => !TRADE_KINDS.includes(kind));
const toSqlList = (kinds: readonly string[]) => sql.join(kinds.map((kind) => sql.lit(kind)));
const listTables = (kinds: readonly string[]) =>
  TABLES_BY_ID.filter((table) => kinds.some((kind) => CAUSE_TABLES[kind]?.includes(table)));

/** Conditions that a transfer of these kinds belongs to no row or to several. */
const isCauseMissing = (kinds: readonly string[]) =>
  sql.join(
    kinds.map(
      (kind) =>
        sql`when ${kind} then num_nonnulls(${sql.join((CAUSE_TABLES[kind] ?? []).map((table) => sql`${sql.table(table)}.id`))}) <> 1`,
    ),
    sql` `,
  );
const REPORTED_COLUMNS = sql`t.id::text, t.kind, t.reference::text, t.amount::text, d.owner as from_owner, c.owner as to_owner`;

const selectOfAll = (slice: Slice) => sql`
  with orders_of_slice as not materialized (select id from orders where ${isInSlice(slice, sql`uuid_hash(id)`)})
  select ${REPORTED_COLUMNS} from transfers t ${joinAccounts('all', 'left join')}
  ${sql.join(
    TABLES_BY_ID.map((table) => sql`left join ${sql.table(table)} on ${sql.table(table)}.id = t.reference`),
    sql` `,
  )}
  left join orders_of_slice orders on orders.id = t.reference
  left join orders_of_slice shared on shared.id = t.reference
  where ${isInSlice(slice, sql`uuid_hash(t.reference)`)} and case t.kind ${isCauseMissing(Object.keys(CAUSE_TABLES))} when 'seed' then false else true end`;

/** Null if a transfer's kind can't belong to a row of the table, so that no row is read. */
const referenceForTable = (table: string) =>
  sql`case when t.kind in (${kindsOfTable(table)}) then t.reference end`;

/**
 * An order belongs to one of the two parties. The order of a referral reward is found by its fee, which the same
 * batch moved; rows of other tables by their key (see `defineInvariant`).
 */
const selectOfKinds = (
  scope: Exclude<AuditScope, 'all'>,
  kinds: readonly string[],
  which: RawBuilder<unknown>,
) => sql`
  select ${REPORTED_COLUMNS} from transfers t ${joinAccounts(scope, 'left join')}
  ${sql.join(
    listTables(kinds).map(
      (
        table,
      ) => sql`left join lateral (select id from ${sql.table(table)} where id = ${referenceForTable(table)} offset 0)
        ${sql.table(table)} on true`,
    ),
    sql` `,
  )}
  left join scope_orders orders on orders.id = ${referenceForTable('orders')} and orders.user_id in (d.user_id, c.user_id)
  left join (select distinct reference as id from transfers t where ${isInScope(scope)} and kind = 'fee') shared
    on shared.id = t.reference
  where ${isInScope(scope)} and ${which} and case t.kind ${isCauseMissing(kinds)} when 'seed' then false else true end`;

export const transferReferences = defineInvariant(
  'every transfer has exactly one known cause',
  (scope, slice) =>
    scope === 'all'
      ? [selectOfAll(slice)]
      : [
          selectOfKinds(scope, TRADE_KINDS, sql`t.kind in (${toSqlList(TRADE_KINDS)})`),
          selectOfKinds(scope, OTHER_KINDS, sql`t.kind not in (${toSqlList(TRADE_KINDS)})`),
        ],
  { fenced: true, sliced: true },
);
