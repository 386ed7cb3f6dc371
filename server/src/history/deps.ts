import type { Market } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Trading } from '../trading/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { Withdrawal } from '../withdrawal/index.ts';

export interface HistoryDeps {
  db: Db;
  clock: Clock;
  market: Pick<Market, 'tomanValue'>;
  wallet: Pick<Wallet, 'listDeposits' | 'flowSums' | 'balancesOf' | 'frozenOf'>;
  withdrawal: Pick<Withdrawal, 'list' | 'worthOf' | 'leaving'>;
  trading: Pick<Trading, 'tradesOf'>;
}
