import { type RawBuilder, sql } from 'kysely';

/**
 * Accounts (id, owner, asset and kind) of the transfers `t`, each once, to be joined as a materialized `with`
 * instead of `accounts`. Each batch leaves another version of the house's rows behind, and a lookup for each
 * transfer would walk past all versions that some transaction may still see: 90 blocks per transfer instead of two.
 */
export const selectAccountsOfTransfers = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select a.* from (
    select t.debit_account as id from transfers t where ${where}
    union select t.credit_account from transfers t where ${where}
  ) touched cross join lateral (select id, owner, asset, kind from accounts where id = touched.id offset 0) a`;
