import { sql } from 'kysely';
import { defineGlobalInvariant } from '../law.ts';

export const storeCoins = defineGlobalInvariant(
  'coins of a store are set aside from their purchase until they are sent',
  sql`select coalesce(a.owner, 'company:' || w.company_id) as owner, coalesce(a.asset, w.coin) as asset,
    a.balance::text, w.sum::text as bought
  from (select owner, asset, balance from accounts where kind = 'receipts' and asset <> 'TOMAN' and balance <> 0) a
  full join (select company_id, coin, sum(amount) as sum from company_settlements where state = 'BOUGHT'
      and not exists (select from withdrawals x where x.id = withdrawal_id)
    group by company_id, coin) w on a.owner = 'company:' || w.company_id and a.asset = w.coin
  where a.balance is distinct from w.sum`,
);
