import { type RawBuilder, sql } from 'kysely';
import { CAUSES, kindsFor } from '../causes-of-kinds.ts';
import { lawOf } from '../law.ts';
import { namedOwners, orderRowsOf, within, withNames } from '../moves.ts';
import type { Scope } from '../types.ts';

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
/** Null where a transfer's kind can't be for a row of the table, so that nothing is looked up. */
const referenceFor = (table: string) => sql`case when t.kind in (${kindsFor(table)}) then t.reference end`;

/** Of a scope each is looked up by its key; see `lawOf`. */
const joined = (scope: Scope) =>
  sql.join(
    BY_ID.map((table) =>
      scope === 'all'
        ? sql`left join ${sql.table(table)} on ${sql.table(table)}.id = t.reference`
        : sql`left join lateral (select id from ${sql.table(table)} where id = ${referenceFor(table)} offset 0)
            ${sql.table(table)} on true`,
    ),
    sql` `,
  );

/** Orders are found by their owner, who is one of the two; a share's order by its fee, which the same batch moved. */
const orders = (scope: Scope): RawBuilder<unknown> =>
  scope === 'all'
    ? sql`left join orders on orders.id = t.reference left join orders shared on shared.id = t.reference`
    : sql`left join ordered orders on orders.id = ${referenceFor('orders')} and orders.user_id in (d.user_id, c.user_id)
        left join (select distinct reference as id from transfers t where ${within(scope)} and kind = 'fee') shared
          on shared.id = t.reference`;
const ordered = (scope: Scope): RawBuilder<unknown> =>
  scope === 'all'
    ? sql``
    : sql`with ${namedOwners(scope)},
        ordered as materialized (select id, user_id from (${orderRowsOf(scope, kindsFor('orders'))}) o)`;

const unknown = sql.join(
  Object.entries(CAUSES).map(
    ([kind, tables]) =>
      sql`when ${kind} then num_nonnulls(${sql.join(tables.map((table) => sql`${sql.table(table)}.id`))}) <> 1`,
  ),
  sql` `,
);

export const causes = lawOf(
  'every transfer is for one thing that is known',
  (scope) => [
    sql`${ordered(scope)} select t.id::text, t.kind, t.reference::text, t.amount::text, d.owner as from_owner, c.owner as to_owner
    from transfers t ${withNames(scope, 'left join')}
    ${joined(scope)} ${orders(scope)}
    where ${within(scope)} and case t.kind ${unknown} when 'seed' then false else true end`,
  ],
  { fenced: true },
);
