import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { createMarks } from './marks.ts';
import { type Replica, type ReplicaState, samplePrimary, type WalSample } from './replica.ts';

const CHECK_INTERVAL_MS = 500;
/** Timeout for a replica to catch up for a read of the latest data. */
const CATCH_UP_TIMEOUT_MS = 10_000;
const CLEANUP_INTERVAL_MS = 60_000;

export interface ReplicaView {
  state: ReplicaState;
  /** In milliseconds; null: longer than the samples reach back, or unknown. */
  behindMs: number | null;
}

/** Chooses the replica for a read; null: none, so the primary serves it. */
export interface Replicas {
  /** Returns one that has all that this user did, and all that this process has notified them of. */
  findForUser(userId: string): Promise<Replica | null>;
  /** Returns one that is no further behind than allowed. */
  findRecent(): Replica | null;
  /** Waits for one that has everything committed before the call. */
  findLatest(): Promise<Replica | null>;
  /** To be awaited before a user's write starts, in any process. */
  markWrite(userId: string): Promise<void>;
  /** Records that this user was notified of something that a replica may not have yet. */
  recordNotified(userId: string): void;
  /** In the order of the settings. */
  listStates(): ReplicaView[];
  close(): Promise<void>;
}

/** Resolves when each replica has been checked once. `allowedMs`: maximum lag of a replica that is used. */
export async function watchReplicas(
  db: Db,
  replicas: readonly Replica[],
  { allowedMs, log }: { allowedMs: number; log: Log },
): Promise<Replicas> {
  const marks = createMarks(db);
  const notifiedAt = new Map<string, number>();
  const stopping = new AbortController();
  let samples: WalSample[] = [];
  let lastStates: ReplicaState[] = replicas.map(() => 'USED');
  let rotation = 0;
  let currentCheck = Promise.resolve();

  async function checkAll(): Promise<void> {
    const sample = await samplePrimary(db).catch(() => null);
    const oldest = performance.now() - allowedMs;
    if (sample) samples = [...samples.filter(({ askedAt }) => askedAt >= oldest), sample];
    if (samples.length > 0) await Promise.all(replicas.map((replica) => replica.checkState(samples)));
    const states = replicas.map((replica) => replica.getState(allowedMs));
    states.forEach((state, at) => {
      if (state !== lastStates[at])
        log[state === 'USED' ? 'info' : 'warn']({ area: 'replicas', replica: at + 1, state }, 'a replica');
    });
    lastStates = states;
  }

  async function removeOldEntries(): Promise<void> {
    const before = performance.now() - allowedMs - CHECK_INTERVAL_MS;
    for (const [userId, at] of notifiedAt) if (at < before) notifiedAt.delete(userId);
    await marks.deleteOldMarks(allowedMs + CLEANUP_INTERVAL_MS).catch(() => {});
  }

  async function runChecks(): Promise<void> {
    let forgotten = performance.now();
    while (!stopping.signal.aborted) {
      currentCheck = checkAll();
      await currentCheck;
      if (performance.now() - forgotten > CLEANUP_INTERVAL_MS) {
        forgotten = performance.now();
        await removeOldEntries();
      }
      await sleep(CHECK_INTERVAL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  /** Returns the usable ones, in rotating order. */
  function listUsable(): Replica[] {
    rotation += 1;
    return replicas
      .map((_, at) => replicas[(at + rotation) % replicas.length] as Replica)
      .filter((replica) => replica.getState(allowedMs) === 'USED');
  }

  const running = runChecks();
  await currentCheck;
  return {
    async findForUser(userId) {
      const usable = listUsable();
      if (usable.length === 0) return null;
      const lastNotifiedAt = notifiedAt.get(userId) ?? Number.NEGATIVE_INFINITY;
      const writeEndsAt = (await marks.findMarkEnd(userId)) ?? Number.NEGATIVE_INFINITY;
      return (
        usable.find(
          ({ newestSample }) =>
            newestSample !== null && newestSample.askedAt > lastNotifiedAt && newestSample.at > writeEndsAt,
        ) ?? null
      );
    },
    findRecent: () => listUsable()[0] ?? null,
    async findLatest() {
      const startedAt = performance.now();
      while (performance.now() - startedAt < CATCH_UP_TIMEOUT_MS) {
        const usable = listUsable();
        const latest = usable.find(
          ({ newestSample }) => newestSample !== null && newestSample.askedAt >= startedAt,
        );
        if (latest || usable.length === 0) return latest ?? null;
        await sleep(CHECK_INTERVAL_MS / 5);
      }
      return null;
    },
    markWrite: (userId) => marks.markUser(userId),
    recordNotified: (userId) => void notifiedAt.set(userId, performance.now()),
    listStates: () =>
      replicas.map((replica) => ({
        state: replica.getState(allowedMs),
        behindMs: roundOrNull(replica.lagMs()),
      })),
    async close() {
      stopping.abort();
      await running;
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}

const roundOrNull = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));
