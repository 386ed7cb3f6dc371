import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';

/** Statements move no money, but liabilities and holdings are compared with them: an altered line would hide a loss. */
const PERMANENT_COLUMNS = sql`select * from bank_statements where state = 'KEPT'`;

const violationQueries = [
  sql`select s.id::text as statement, s.opening::text, p.closing::text as before from (${PERMANENT_COLUMNS}) s
    left join bank_statements p on p.id = s.previous_id
    where s.previous_id is not null
      and (p.state is distinct from 'KEPT' or p.account_id <> s.account_id or p.closing <> s.opening)`,
  sql`select s.id::text as statement, s.closing::text, l.sum::text, l.count::text from (${PERMANENT_COLUMNS}) s
    left join (select statement_id, count(*) as count, sum(amount) as sum from bank_lines
      where cause <> 'DISCARDED' group by statement_id) l on l.statement_id = s.id
    where s.closing <> s.opening + coalesce(l.sum, 0) or s.lines <> coalesce(l.count, 0)`,
  sql`select l.id::text as line, l.balance::text, l.expected::text from (
      select l.id, l.balance, s.opening + sum(l.amount) over (partition by s.id order by l.number) as expected
      from (${PERMANENT_COLUMNS}) s join bank_lines l on l.statement_id = s.id) l
    where l.balance <> l.expected`,
  sql`select l.id::text as line, l.cause, l.amount::text from bank_lines l
    left join bank_deposits d on d.id = l.cause_id and l.cause in ('DEPOSIT', 'DEPOSIT_BACK')
    left join gateway_settlements g on g.id = l.cause_id and l.cause = 'SETTLEMENT'
    left join bank_line_payouts p on p.withdrawal_id = l.cause_id and l.cause in ('PAYOUT', 'PAYOUT_BACK')
    where l.amount is distinct from case l.cause
      when 'DEPOSIT' then d.amount when 'DEPOSIT_BACK' then -d.amount when 'SETTLEMENT' then g.gross - g.fee
      when 'PAYOUT' then case when p.line_id = l.id then -p.paid end when 'PAYOUT_BACK' then p.paid
      when 'BATCH' then (select -sum(b.paid) from bank_line_payouts b where b.line_id = l.id) else l.amount end`,
  sql`select p.withdrawal_id::text as line, p.paid::text, coalesce(w.amount - w.fee, r.amount)::text as booked
    from bank_line_payouts p join bank_lines l on l.id = p.line_id
      left join withdrawals w on w.id = p.withdrawal_id left join payment_refunds r on r.id = p.withdrawal_id
    where p.paid <= coalesce(w.amount - w.fee, r.amount) is not true or l.cause not in ('PAYOUT', 'BATCH')`,
];

export const bankStatements = defineInvariant(
  'each bank statement continues the previous one, and each of its lines has one cause of the same amount',
  (scope) => (scope === 'all' ? violationQueries : []),
);
