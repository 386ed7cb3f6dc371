import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';

export interface RulesDeps {
  db: Db;
  clock: Clock;
  log: Log;
  /** E-mail addresses of staff by id; unknown ids are absent. */
  emailsOf(ids: readonly string[]): Promise<Map<string, string>>;
  /** Whether the Toman batch of a day (2026-11-21) has gone already, which may be before its hour. */
  payoutMade(day: string): Promise<boolean>;
}
