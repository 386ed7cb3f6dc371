import type { People } from '../identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { RuleBook } from '../rules/index.ts';
import type { PayoutSource } from './ports.ts';

export interface PayoutDeps {
  db: Db;
  clock: Clock;
  log: Log;
  rules: Pick<RuleBook, 'isWorkingDay' | 'closePayoutDay'>;
  /** Withdrawals, and whatever else goes to accounts at the bank: an id is of one of them. */
  sources: readonly PayoutSource[];
  people: Pick<People, 'findAll'>;
  /** Of custody: why nothing leaves; null: nothing is stopped. */
  stopped(): Promise<{ reason: string; at: Date } | null>;
}

/** What the operations of this folder work with. */
export interface PayoutContext extends PayoutDeps {
  /** All sources as one. */
  money: PayoutSource;
  now(): Date;
}
