/**
 * Routes reads: to the primary, except for the kinds named here if a replica is recent enough for its reader.
 * Decision 63.
 */
import { type Db, isOutage } from '../database/database.ts';
import type { Replica } from './replica.ts';
import type { Replicas, ReplicaView } from './replicas.ts';

const replicasByDb = new WeakMap<Db, Replicas>();

/** Lets reads of this database use replicas from now on. */
export function setReplicas(db: Db, replicas: Replicas): void {
  replicasByDb.set(db, replicas);
}

type ReadQuery<T> = (db: Db) => Promise<T>;

/** Reads a user's own data, including everything they did before. `read` may be called twice. */
export const readForUser = async <T>(db: Db, userId: string, read: ReadQuery<T>): Promise<T> =>
  readFromReplica(db, (await replicasByDb.get(db)?.findForUser(userId)) ?? null, read);

/** Reads data that may be some seconds old. `read` may be called twice. */
export const readStale = <T>(db: Db, read: ReadQuery<T>): Promise<T> =>
  readFromReplica(db, replicasByDb.get(db)?.findRecent() ?? null, read);

/** Reads data including everything committed before the call, which may take a while. `read` may be called twice. */
export const readLatest = async <T>(db: Db, read: ReadQuery<T>): Promise<T> =>
  readFromReplica(db, (await replicasByDb.get(db)?.findLatest()) ?? null, read);

/** To be awaited before a request of another user or a job changes data of this user. */
export const markUserWrite = async (db: Db, userId: string): Promise<void> =>
  replicasByDb.get(db)?.markWrite(userId);

/** Returns the state of the replicas as seen by this process; empty: there are none. */
export const listReplicaStates = (db: Db): ReplicaView[] => replicasByDb.get(db)?.listStates() ?? [];

async function readFromReplica<T>(db: Db, replica: Replica | null, read: ReadQuery<T>): Promise<T> {
  if (replica === null) return read(db);
  try {
    return await read(replica.db);
  } catch (error) {
    if (!canRetry(error)) throw error;
    replica.markFailed();
    return read(db);
  }
}

/** The primary vacuumed rows that the replica was reading, and replay couldn't be delayed any longer. */
const RECOVERY_CONFLICT = '40001';
/** A write was passed off as a read. */
const READ_ONLY = '25006';

function canRetry(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === RECOVERY_CONFLICT || (code !== READ_ONLY && isOutage(error));
}
