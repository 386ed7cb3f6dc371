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
  /** Whose a token is that came with the contact form. */
  authenticate: Authenticate;
  /** Default: strict, and wide in the sandbox. */
  limits?: SupportLimits;
}

export interface SupportLimits {
  /** The contact form: each address of the network, and each e-mail address. */
  fromPlace: { hour: RateLimit; day: RateLimit };
  toMailbox: { hour: RateLimit; day: RateLimit };
  /** Of one person. */
  tickets: RateLimit;
  messages: RateLimit;
}

/** What the operations of this folder work with. */
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
/** The sandbox's: nobody who tries things out meets them. */
export const WIDE_SUPPORT_LIMITS: SupportLimits = {
  fromPlace: { hour: limit(WIDE, HOUR_MS), day: limit(WIDE, 24 * HOUR_MS) },
  toMailbox: { hour: limit(WIDE, HOUR_MS), day: limit(WIDE, 24 * HOUR_MS) },
  tickets: limit(WIDE, 24 * HOUR_MS),
  messages: limit(WIDE, HOUR_MS),
};
