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

const createLimit = (max: number, windowMs: number): RateLimit => ({ max, windowMs });

export const STRICT_SUPPORT_LIMITS: SupportLimits = {
  // Whole offices and mobile networks share an address.
  fromPlace: { hour: createLimit(10, HOUR_MS), day: createLimit(30, 24 * HOUR_MS) },
  toMailbox: { hour: createLimit(3, HOUR_MS), day: createLimit(10, 24 * HOUR_MS) },
  tickets: createLimit(10, 24 * HOUR_MS),
  messages: createLimit(30, HOUR_MS),
};

const WIDE_LIMIT = 1_000_000;
/** The sandbox's limits, which aren't reached by trying things out. */
export const WIDE_SUPPORT_LIMITS: SupportLimits = {
  fromPlace: { hour: createLimit(WIDE_LIMIT, HOUR_MS), day: createLimit(WIDE_LIMIT, 24 * HOUR_MS) },
  toMailbox: { hour: createLimit(WIDE_LIMIT, HOUR_MS), day: createLimit(WIDE_LIMIT, 24 * HOUR_MS) },
  tickets: createLimit(WIDE_LIMIT, 24 * HOUR_MS),
  messages: createLimit(WIDE_LIMIT, HOUR_MS),
};
