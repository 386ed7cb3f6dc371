import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';

export interface RulesDeps {
  db: Db;
  clock: Clock;
  log: Log;
  /** Returns e-mail addresses of staff by id; unknown ids are absent. */
  emailsOf(ids: readonly string[]): Promise<Map<string, string>>;
}
