import { sql } from 'kysely';
import { defineInvariant } from '../law.ts';

/** Settlements move no money: they are compared with the payments, which have a law of their own. */
const violationQueries = [
  sql`select l.id::text as line, l.amount::text, p.amount::text as payment from gateway_settlement_lines l
    join gateway_settlements s on s.id = l.settlement_id left join payments p on p.id = l.payment_id
    where l.trouble is null and (p.amount is distinct from l.amount or p.gateway <> s.gateway or p.settled_at is null
      or s.state = 'DISCARDED')`,
  sql`select s.id::text as settlement, s.found::text, l.sum::text as lines from gateway_settlements s
    left join (select settlement_id, sum(amount) as sum from gateway_settlement_lines where trouble is null
      group by settlement_id) l on l.settlement_id = s.id
    where s.state = 'DONE' and s.found <> coalesce(l.sum, 0)
      or s.state = 'DONE' and s.decided_by is null and (s.faults > 0 or s.found <> s.gross)`,
];

export const gatewaySettlements = defineInvariant(
  'each gateway settlement lists each payment once with its amount, and is done only if it matches or staff accepted it',
  (scope) => (scope === 'all' ? violationQueries : []),
);
