import type { Asset } from '@sarraf/domain';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { PriceMarket } from '../referral/index.ts';

/**
 * Holdings of a coin on a network, smallest units; null: its node doesn't respond. What is owed is the coin's
 * total, on all networks.
 */
export interface CoinHoldings {
  asset: Asset;
  hot: bigint | null;
  deposits: bigint | null;
  cold: bigint | null;
  liabilities: bigint;
}

export interface ReportsDeps {
  db: Db;
  clock: Clock;
  log: Log;
  market: PriceMarket;
  /** Pending items, each at most 1,000. */
  waiting: {
    reviews(): Promise<number>;
    withdrawals(): Promise<number>;
    tickets(): Promise<number>;
  };
  /** Queries the nodes of all chains. */
  readReserves(): Promise<CoinHoldings[]>;
}
