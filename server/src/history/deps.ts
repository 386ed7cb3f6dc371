import type { Market } from '../market/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { Trading } from '../trading/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { Withdrawal } from '../withdrawal/index.ts';

export interface HistoryDeps {
  db: Db;
  bus: Bus;
  log: Log;
  clock: Clock;
  market: Pick<Market, 'tomanValue'>;
  wallet: Pick<Wallet, 'listDeposits' | 'flowSums' | 'balancesOf' | 'frozenOf'>;
  withdrawal: Pick<Withdrawal, 'list' | 'worthOf' | 'leaving' | 'rowsById'>;
  trading: Pick<Trading, 'tradesOf' | 'fillsOf' | 'ordersById'>;
}
