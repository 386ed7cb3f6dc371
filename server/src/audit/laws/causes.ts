import { type RawBuilder, sql } from 'kysely';
import { lawOf } from '../law.ts';
import { within, withNamed, withNames } from '../moves.ts';
import type { Scope } from '../types.ts';

/** What a transfer of each kind can be for. A seed has a law of its own. */
const CAUSES: Readonly<Record<string, readonly string[]>> = {
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
].map((table) => sql`left join ${sql.table(table)} on ${sql.table(table)}.id = t.reference`);

/** Orders are found by their owner, who is one of the two; a share's order by its fee, which the same batch moved. */
const orders = (scope: Scope): RawBuilder<unknown> =>
  scope === 'all'
    ? sql`left join orders on orders.id = t.reference left join orders shared on shared.id = t.reference`
    : sql`left join lateral (select id from orders
          where user_id in (d.user_id, c.user_id) and id = t.reference offset 0) orders on true
        left join (select distinct reference as id from transfers t where ${within(scope)} and kind = 'fee') shared
          on shared.id = t.reference`;

const unknown = sql.join(
  Object.entries(CAUSES).map(
    ([kind, tables]) =>
      sql`when ${kind} then num_nonnulls(${sql.join(tables.map((table) => sql`${sql.table(table)}.id`))}) <> 1`,
  ),
  sql` `,
);

export const causes = lawOf('every transfer is for one thing that is known', (scope) => [
  sql`${withNamed(scope)} select t.id::text, t.kind, t.reference::text, t.amount::text, d.owner as from_owner, c.owner as to_owner
    from transfers t ${withNames(scope, 'left join')}
    ${sql.join(BY_ID, sql` `)} ${orders(scope)}
    where ${within(scope)} and case t.kind ${unknown} when 'seed' then false else true end`,
]);
