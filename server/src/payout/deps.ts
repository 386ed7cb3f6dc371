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
  /** Withdrawals and other payments to bank accounts: an id belongs to one of them. */
  sources: readonly PayoutSource[];
  people: Pick<People, 'findAll'>;
  /** From custody: why withdrawals are stopped; null: they are not. */
  stopped(): Promise<{ reason: string; at: Date } | null>;
}

/** Dependencies of the operations of this folder. */
export interface PayoutContext extends PayoutDeps {
  /** All sources combined. */
  money: PayoutSource;
  now(): Date;
}
