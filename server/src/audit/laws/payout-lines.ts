import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';
import { isInScope } from '../moves.ts';
import type { AuditScope } from '../types.ts';

/** Outgoing bank transfers: withdrawals, and refunds of payments that were not credited. */
const selectTomanTransfers = (scope: AuditScope) => {
  const moved = sql`(select t.reference from transfers t where ${isInScope(scope)})`;
  return sql`select id, state from withdrawals where asset = 'TOMAN' and ${scope === 'all' ? sql`true` : sql`id in ${moved}`}
    union all select id, state from payment_refunds where ${scope === 'all' ? sql`true` : sql`payment_id in ${moved}`}`;
};

/** The bank's files are durable first; the ledger follows. */
export const payoutLines = defineInvariant('Toman are paid out only by a line of a bank payout', (scope) => [
  sql`select w.id::text as line_of, w.state, l.state as line, p.state as payout
    from (${selectTomanTransfers(scope)}) w left join payout_lines l on l.withdrawal_id = w.id and l.state <> 'HELD'
    left join payouts p on p.id = l.payout_id
    where case w.state
      when 'BATCHED' then l.state is null
      when 'PAID' then p.state is distinct from 'CLOSED' and l.state is distinct from 'RETURNED'
      when 'RETURNED' then l.state is distinct from 'RETURNED'
      else l.state is not null end`,
  ...(scope === 'all'
    ? [
        sql`select l.withdrawal_id::text as line_of, l.state as line, w.state from payout_lines l
          left join (${selectTomanTransfers(scope)}) w on w.id = l.withdrawal_id
          where w.id is null or l.state = 'PAID' and w.state <> 'PAID'`,
      ]
    : []),
]);
