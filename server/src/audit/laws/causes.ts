import { type RawBuilder, sql } from 'kysely';
import { CAUSES, kindsFor } from '../causes-of-kinds.ts';
import { defineInvariant } from '../law.ts';
import { namedOwners, orderRowsOf, within, withNames } from '../moves.ts';
import type { AuditScope } from '../types.ts';

/** Tables whose key is the reference alone. */
const BY_ID = [
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
const TRADED = ['trade', 'fee', 'referral'];
const OTHERS = Object.keys(CAUSES).filter((kind) => !TRADED.includes(kind));
const listOf = (kinds: readonly string[]) => sql.join(kinds.map((kind) => sql.lit(kind)));
const tablesOf = (kinds: readonly string[]) =>
  BY_ID.filter((table) => kinds.some((kind) => CAUSES[kind]?.includes(table)));

/** Conditions that a transfer of these kinds belongs to no row or to several. */
const unknown = (kinds: readonly string[]) =>
  sql.join(
    kinds.map(
      (kind) =>
        sql`when ${kind} then num_nonnulls(${sql.join((CAUSES[kind] ?? []).map((table) => sql`${sql.table(table)}.id`))}) <> 1`,
    ),
    sql` `,
  );
const SHOWN = sql`t.id::text, t.kind, t.reference::text, t.amount::text, d.owner as from_owner, c.owner as to_owner`;

const ofAll = sql`select ${SHOWN} from transfers t ${withNames('all', 'left join')}
  ${sql.join(
    BY_ID.map((table) => sql`left join ${sql.table(table)} on ${sql.table(table)}.id = t.reference`),
    sql` `,
  )}
  left join orders on orders.id = t.reference left join orders shared on shared.id = t.reference
  where case t.kind ${unknown(Object.keys(CAUSES))} when 'seed' then false else true end`;

/** Null if a transfer's kind can't belong to a row of the table, so that no row is read. */
const referenceFor = (table: string) => sql`case when t.kind in (${kindsFor(table)}) then t.reference end`;

/**
 * Orders are found by their owner, who is one of the two parties, once each; the order of a referral reward by its
 * fee, which the same batch moved; all other rows by their key (see `defineInvariant`).
 */
const ofKinds = (
  scope: Exclude<AuditScope, 'all'>,
  kinds: readonly string[],
  which: RawBuilder<unknown>,
) => sql`
  with ${namedOwners(scope)}, ordered as materialized (select id, user_id from (${orderRowsOf(scope, listOf(kinds))}) o)
  select ${SHOWN} from transfers t ${withNames(scope, 'left join')}
  ${sql.join(
    tablesOf(kinds).map(
      (
        table,
      ) => sql`left join lateral (select id from ${sql.table(table)} where id = ${referenceFor(table)} offset 0)
        ${sql.table(table)} on true`,
    ),
    sql` `,
  )}
  left join ordered orders on orders.id = ${referenceFor('orders')} and orders.user_id in (d.user_id, c.user_id)
  left join (select distinct reference as id from transfers t where ${within(scope)} and kind = 'fee') shared
    on shared.id = t.reference
  where ${within(scope)} and ${which} and case t.kind ${unknown(kinds)} when 'seed' then false else true end`;

export const transferReferences = defineInvariant(
  'every transfer has exactly one known cause',
  (scope) =>
    scope === 'all'
      ? [ofAll]
      : [
          ofKinds(scope, TRADED, sql`t.kind in (${listOf(TRADED)})`),
          ofKinds(scope, OTHERS, sql`t.kind not in (${listOf(TRADED)})`),
        ],
  { fenced: true },
);
