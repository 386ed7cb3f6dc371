import { sql } from 'kysely';
import { lawOf } from '../law.ts';
import { within } from '../moves.ts';
import type { Scope } from '../types.ts';

const toman = (scope: Scope) =>
  scope === 'all'
    ? sql`select * from withdrawals where asset = 'TOMAN'`
    : sql`select * from withdrawals where asset = 'TOMAN' and id in (
        select t.reference from transfers t where ${within(scope)})`;

/** What the bank was given and what it said is durable first; the ledger follows. */
export const payoutLines = lawOf('Toman leave through a line of a batch for the bank', (scope) => [
  sql`select w.id::text as withdrawal, w.state, l.state as line, p.state as payout
    from (${toman(scope)}) w left join payout_lines l on l.withdrawal_id = w.id and l.state <> 'HELD'
    left join payouts p on p.id = l.payout_id
    where case w.state
      when 'BATCHED' then l.state is null
      when 'PAID' then p.state is distinct from 'CLOSED' and l.state is distinct from 'RETURNED'
      when 'RETURNED' then l.state is distinct from 'RETURNED'
      else l.state is not null end`,
  ...(scope === 'all'
    ? [
        sql`select l.withdrawal_id::text as withdrawal, l.state as line, w.state from payout_lines l
          left join withdrawals w on w.id = l.withdrawal_id where l.state = 'PAID' and w.state is distinct from 'PAID'`,
      ]
    : []),
]);
