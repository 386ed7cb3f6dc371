import { HOUR_MS } from '@sarraf/domain';
import type { People, RateLimit } from '../identity/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

export interface AlertDeps {
  config: Pick<Config, 'sandbox'>;
  db: Db;
  clock: Clock;
  log: Log;
  secrets: Secrets;
  /** Prices are published and compared in the ledger writer's process. */
  ledger: Pick<Ledger, 'isWriter'>;
  market: Pick<Market, 'summary'>;
  people: Pick<People, 'lock' | 'findAll'>;
  notifyAll: Messaging['notifyAll'];
}

/** Dependencies of the operations of this folder. */
export interface AlertsContext extends AlertDeps {
  /** Rate limit of a person: each armed alert may cause a mail. */
  limit: RateLimit;
  now(): Date;
}

export const STRICT_LIMIT: RateLimit = { max: 120, windowMs: HOUR_MS };
/** The sandbox's limit, which isn't reached by trying things out. */
export const WIDE_LIMIT: RateLimit = { max: 1_000_000, windowMs: HOUR_MS };
