import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const negativeBalances = defineGlobalInvariant(
  "no user's balance is negative",
  sql`select id::text, owner, asset, kind, balance::text from accounts
  where kind in ('spendable', 'blocked') and balance < 0`,
);
