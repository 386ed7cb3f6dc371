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

/** Dependencies of the operations of this folder. */
export interface BrandContext extends BrandDeps {
  /** Reloads the cached brand. */
  reloadBrand(): Promise<void>;
}
