import { sql } from 'kysely';
import { lawOfAll } from '../law.ts';

export const zeroSums = lawOfAll(
  'each asset sums to zero',
  sql`select asset, sum(balance)::text as sum from accounts group by asset having sum(balance) <> 0`,
);
