import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const settlementCarry = defineGlobalInvariant(
  'each settlement starts with the remainder of the previous one',
  sql`select s.id::text as settlement, s.carried_in::text, b.carried_out::text as before
  from company_settlements s
  left join company_settlements b on b.company_id = s.company_id and b.number = s.number - 1
  where s.state <> 'DUE' and s.carried_in <> coalesce(b.carried_out, 0)`,
);
