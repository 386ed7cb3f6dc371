/**
 * Where a read goes: to the primary, unless it is one of those named here and a replica has all that its reader may expect.
 * Decision 63.
 */
import { type Db, isOutage } from '../database/database.ts';
import type { Replica } from './replica.ts';
import type { Replicas, ReplicaView } from './replicas.ts';

const replicasOf = new WeakMap<Db, Replicas>();

/** From now on reads of this database that may go elsewhere do. */
export function useReplicas(db: Db, replicas: Replicas): void {
  replicasOf.set(db, replicas);
}

type Read<T> = (db: Db) => Promise<T>;

/** What is a person's own: whatever they did before is in it. `read` may be called twice. */
export const readForUser = async <T>(db: Db, userId: string, read: Read<T>): Promise<T> =>
  readFrom(db, (await replicasOf.get(db)?.of(userId)) ?? null, read);

/** What nobody in particular has just done: it may be some seconds old. `read` may be called twice. */
export const readStale = <T>(db: Db, read: Read<T>): Promise<T> =>
  readFrom(db, replicasOf.get(db)?.past() ?? null, read);

/** All that was committed before the call is in it, and it may take a while. `read` may be called twice. */
export const readLatest = async <T>(db: Db, read: Read<T>): Promise<T> =>
  readFrom(db, (await replicasOf.get(db)?.latest()) ?? null, read);

/** To be waited for before something of this person is changed by a request that isn't their own. */
export const markUserWrite = async (db: Db, userId: string): Promise<void> =>
  replicasOf.get(db)?.willChange(userId);

/** How the replicas are, as this process sees them; empty: there are none. */
export const replicasNow = (db: Db): ReplicaView[] => replicasOf.get(db)?.states() ?? [];

async function readFrom<T>(db: Db, replica: Replica | null, read: Read<T>): Promise<T> {
  if (replica === null) return read(db);
  try {
    return await read(replica.db);
  } catch (error) {
    if (!mayRepeat(error)) throw error;
    replica.failed();
    return read(db);
  }
}

/** What was read was cleared away at the primary meanwhile, and the replica couldn't wait any longer. */
const RECOVERY_CONFLICT = '40001';
/** Something that writes was passed off as a read. */
const READ_ONLY = '25006';

function mayRepeat(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === RECOVERY_CONFLICT || (code !== READ_ONLY && isOutage(error));
}
