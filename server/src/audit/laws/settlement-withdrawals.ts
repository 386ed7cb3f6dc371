import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const settlementWithdrawals = defineGlobalInvariant(
  'each sent settlement has one withdrawal of the bought amount, or its coins were released to the wallet',
  sql`select s.id::text as settlement, s.amount::text as bought, coalesce(w.amount, k.amount)::text as withdrawn
  from company_settlements s left join withdrawals w on w.id = s.withdrawal_id
  left join (select t.reference, t.amount from transfers t join accounts a on a.id = t.debit_account
    where t.kind = 'release' and a.kind = 'receipts') k on k.reference = s.id and s.state = 'RETURNED'
  where s.state in ('SENT', 'DONE', 'RETURNED') and coalesce(w.amount, k.amount) is distinct from s.amount`,
);
