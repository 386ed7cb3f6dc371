import type { FollowerName } from '@sarraf/domain/contracts';
import type { Violation } from '../audit/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import type { Follower } from '../platform/jobs/follow.ts';
import type { Log } from '../platform/log.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Witness } from './ports.ts';

export interface WatchDeps {
  /** Opened with the key of the audit log. */
  db: Db;
  clock: Clock;
  log: Log;
  /** The writer's process watches. */
  ledger: Pick<Ledger, 'isWriter'>;
  booksKey: Buffer;
  checkpoints: Checkpoints;
  witnesses: readonly Witness[];
  /** What else follows the books; staff sees how far. */
  followers: readonly Follower<FollowerName>[];
  /** Coins of which less is held than booked. */
  findShortages(): Promise<readonly Violation['row'][]>;
  emailsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Stops all that leaves, here and at the signer; safe to repeat. */
  halt(reason: string): Promise<void>;
  /** Tells those who can do something about it, in the transaction that writes it down. */
  tellStaff(tx: Tx, law: string): Promise<void>;
}
