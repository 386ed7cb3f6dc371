import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import { isInScope, isInSlice } from '../moves.ts';
import type { AuditScope, Slice } from '../types.ts';

/** Every balance after a transfer, with its expected value from the previous one, and the number of later ones. */
const selectBalances = (scope: AuditScope, slice: Slice) => sql`
  select account, id, after, lag(after) over (partition by account order by id) + change as expected,
    after - change as before, lag(id) over (partition by account order by id) is null as first,
    row_number() over (partition by account order by id desc) as from_last
  from (
    select t.id, debit_account as account, -amount as change, debit_balance as after from transfers t
    where ${isInScope(scope)} and ${isInSlice(slice, sql`debit_account`)}
    union all
    select t.id, credit_account, amount, credit_balance from transfers t
    where ${isInScope(scope)} and ${isInSlice(slice, sql`credit_account`)}
  ) moves`;

const REPORTED_COLUMNS = sql`a.id::text as account, a.owner, a.asset, c.id::text as transfer, c.after::text, c.expected::text,
  a.balance::text`;

export const balanceChains = defineInvariant(
  "the balances after each account's transfers form an unbroken chain up to its balance",
  (scope, slice) => [
    scope === 'all'
      ? sql`with chain as (${selectBalances(scope, slice)})
        select ${REPORTED_COLUMNS} from accounts a
        left join chain c on c.account = a.id and (c.after <> c.expected or c.first or c.from_last = 1)
        where ${isInSlice(slice, sql`a.id`)} and (c.after <> c.expected or (c.first and c.before <> 0)
          or (c.from_last = 1 and c.after <> a.balance) or (c.id is null and a.balance <> 0))`
      : // Earlier transfers were checked with the previous scope: an account starts with its balance at that time.
        sql`with chain as (${selectBalances(scope, slice)})
        select ${REPORTED_COLUMNS} from chain c join accounts a on a.id = c.account, ledger_head h
        where c.after <> c.expected
          or (c.from_last = 1 and c.after <> a.balance and h.last_transfer_id = ${scope.to})`,
  ],
  { sliced: true },
);
