import type { FollowerName } from '@sarraf/domain/contracts';
import type { Violation } from '../audit/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import type { FollowerState } from '../platform/jobs/follower-progress.ts';
import type { Log } from '../platform/log.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Witness } from './ports.ts';

export interface WatchDeps {
  /** Opened with the key of the audit log. */
  db: Db;
  clock: Clock;
  log: Log;
  /** The writer's process runs the audit. */
  ledger: Pick<Ledger, 'isWriter'>;
  booksKey: Buffer;
  checkpoints: Checkpoints;
  witnesses: readonly Witness[];
  /** The other followers of the ledger; staff sees their progress. */
  followerProgress: () => Promise<FollowerState<FollowerName>[]>;
  /** Returns coins of which less is held than booked. */
  findShortages(): Promise<readonly Violation['row'][]>;
  emailsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Stops all outgoing payments, here and at the signer; safe to repeat. */
  halt(reason: string): Promise<void>;
  /** Notifies the staff members who can act on it, in the transaction that records it. */
  tellStaff(tx: Tx, law: string): Promise<void>;
}
