import { type RawBuilder, sql } from 'kysely';

/**
 * Whose the accounts of some transfers `t` are: id, owner, asset and kind, each account once, to be joined as a materialized
 * `with` in the place of `accounts`. Each batch leaves another version of the house's rows behind, and whoever looks
 * them up for each transfer walks past all that somebody may still see: 90 blocks a transfer instead of two.
 */
export const namedAccounts = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select a.* from (
    select t.debit_account as id from transfers t where ${where}
    union select t.credit_account from transfers t where ${where}
  ) touched cross join lateral (select id, owner, asset, kind from accounts where id = touched.id offset 0) a`;
