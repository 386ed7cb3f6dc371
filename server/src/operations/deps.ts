import type { AssertNotPaused } from '@sarraf/domain';
import type { BackupState, FollowerName } from '@sarraf/domain/contracts';
import type { Ledger } from '../ledger/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { FollowerState } from '../platform/jobs/follower-progress.ts';
import type { ServiceRestrictions } from './closures.ts';

export interface OperationsDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, 'DRILL_RECORD'>;
  ledger: Pick<Ledger, 'submit'>;
  closures: ServiceRestrictions;
  refusePaused: AssertNotPaused;
  followerProgress: () => Promise<FollowerState<FollowerName>[]>;
  /** Returns the state of each expected copy. */
  backups(): Promise<BackupState[]>;
  emailsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
