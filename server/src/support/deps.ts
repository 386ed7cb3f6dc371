import { HOUR_MS } from '@sarraf/domain';
import type { People, RateLimit } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { Authenticate } from '../platform/http/http.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

export interface SupportDeps {
  config: Pick<Config, 'sandbox'>;
  db: Db;
  clock: Clock;
  secrets: Secrets;
  people: People;
  notify: Messaging['notify'];
  /** Finds the owner of a token sent with the contact form. */
  authenticate: Authenticate;
  /** Default: strict, and wide in the sandbox. */
  limits?: SupportLimits;
}

export interface SupportLimits {
  /** Limits of the contact form: per network address, and per e-mail address. */
  fromPlace: { hour: RateLimit; day: RateLimit };
  toMailbox: { hour: RateLimit; day: RateLimit };
  /** Limit per person. */
  tickets: RateLimit;
  messages: RateLimit;
}

/** Dependencies of the operations of this folder. */
export interface SupportContext extends SupportDeps {
  limits: SupportLimits;
  now(): Date;
}

const limit = (max: number, windowMs: number): RateLimit => ({ max, windowMs });

export const STRICT_SUPPORT_LIMITS: SupportLimits = {
  // Whole offices and mobile networks share an address.
  fromPlace: { hour: limit(10, HOUR_MS), day: limit(30, 24 * HOUR_MS) },
  toMailbox: { hour: limit(3, HOUR_MS), day: limit(10, 24 * HOUR_MS) },
  tickets: limit(10, 24 * HOUR_MS),
  messages: limit(30, HOUR_MS),
};

const WIDE = 1_000_000;
/** The sandbox's limits, which aren't reached by trying things out. */
export const WIDE_SUPPORT_LIMITS: SupportLimits = {
  fromPlace: { hour: limit(WIDE, HOUR_MS), day: limit(WIDE, 24 * HOUR_MS) },
  toMailbox: { hour: limit(WIDE, HOUR_MS), day: limit(WIDE, 24 * HOUR_MS) },
  tickets: limit(WIDE, 24 * HOUR_MS),
  messages: limit(WIDE, HOUR_MS),
};
