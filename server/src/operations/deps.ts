import type { FollowerName } from '@sarraf/domain/contracts';
import type { Ledger } from '../ledger/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { Follower } from '../platform/jobs/follow.ts';
import type { Log } from '../platform/log.ts';

export interface OperationsDeps {
  db: Db;
  clock: Clock;
  bus: Bus;
  log: Log;
  config: Pick<Config, 'DRILL_RECORD'>;
  ledger: Pick<Ledger, 'submit'>;
  followers: readonly Follower<FollowerName>[];
  emailsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
