import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';

export interface BrandDeps {
  db: Db;
  clock: Clock;
  bus: Bus;
  log: Log;
}

/** What the operations of this folder work with. */
export interface BrandContext extends BrandDeps {
  /** Has what is remembered read anew. */
  reread(): Promise<void>;
}
