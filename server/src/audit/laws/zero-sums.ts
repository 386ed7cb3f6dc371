import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const zeroSums = defineGlobalInvariant(
  'each asset sums to zero',
  sql`select asset, sum(balance)::text as sum from accounts group by asset having sum(balance) <> 0`,
);
