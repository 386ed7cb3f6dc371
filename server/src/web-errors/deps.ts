import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';

export interface WebErrorDeps {
  db: Db;
  clock: Clock;
  log: Log;
}
