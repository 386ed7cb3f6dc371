import type { ProviderScenario } from '@sarraf/domain/contracts';
import type { Levels, People } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { ConsentLimits } from './consent/limits.ts';
import type { DocumentFiles } from './documents/document-files.ts';
import type { IdentityProvider } from './ports.ts';

export interface VerificationDeps {
  db: Db;
  config: Pick<Config, 'sandbox' | 'DATA_DIR'>;
  clock: Clock;
  bus: Bus;
  log: Log;
  secrets: Secrets;
  people: People;
  levels: Levels;
  /** Toman volume of the user's last three months, smallest units. */
  volumeOf(userId: string): Promise<bigint>;
  notify: Messaging['notify'];
  provider: IdentityProvider;
  /** Sandbox only: sets the simulated provider's replies for a user. */
  chooseScenario?: (userId: string, scenario: ProviderScenario) => Promise<void>;
  /** Unset: strict in production, wide in the sandbox. */
  consentLimits?: ConsentLimits;
}

/** Context of the operations of this folder. */
export interface VerificationContext extends VerificationDeps {
  consentLimits: ConsentLimits;
  files: DocumentFiles;
  now(): Date;
}
