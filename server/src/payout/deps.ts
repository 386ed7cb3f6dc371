import type { People } from '../identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { RuleBook } from '../rules/index.ts';
import type { Withdrawal } from '../withdrawal/index.ts';

export interface PayoutDeps {
  db: Db;
  clock: Clock;
  log: Log;
  rules: Pick<RuleBook, 'isWorkingDay' | 'closePayoutDay'>;
  withdrawal: Pick<
    Withdrawal,
    'takeForBatch' | 'takeFromBatch' | 'ownersOf' | 'settlePaid' | 'settleReturned' | 'payoutViews'
  >;
  people: Pick<People, 'findAll'>;
  /** Of custody: why nothing leaves; null: nothing is stopped. */
  stopped(): Promise<{ reason: string; at: Date } | null>;
}

/** What the operations of this folder work with. */
export interface PayoutContext extends PayoutDeps {
  now(): Date;
}
