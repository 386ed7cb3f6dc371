import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { createMarks } from './marks.ts';
import { type Replica, type ReplicaState, type Sample, samplePrimary } from './replica.ts';

const LOOK_EVERY_MS = 500;
/** Timeout for a replica to catch up for a read of the latest data. */
const LATEST_MS = 10_000;
const FORGET_EVERY_MS = 60_000;

export interface ReplicaView {
  state: ReplicaState;
  /** In milliseconds; null: longer than the samples reach back, or unknown. */
  behindMs: number | null;
}

/** Chooses the replica for a read; null: none, so the primary serves it. */
export interface Replicas {
  /** Returns one that has all that this user did, and all that this process has notified them of. */
  of(userId: string): Promise<Replica | null>;
  /** Returns one that is no further behind than allowed. */
  past(): Replica | null;
  /** Waits for one that has everything committed before the call. */
  latest(): Promise<Replica | null>;
  /** To be awaited before a user's write starts, in any process. */
  willChange(userId: string): Promise<void>;
  /** Records that this user was notified of something that a replica may not have yet. */
  told(userId: string): void;
  /** In the order of the settings. */
  states(): ReplicaView[];
  close(): Promise<void>;
}

/** Resolves when each replica has been checked once. `allowedMs`: maximum lag of a replica that is used. */
export async function watchReplicas(
  db: Db,
  replicas: readonly Replica[],
  { allowedMs, log }: { allowedMs: number; log: Log },
): Promise<Replicas> {
  const marks = createMarks(db);
  const told = new Map<string, number>();
  const stopping = new AbortController();
  let samples: Sample[] = [];
  let said: ReplicaState[] = replicas.map(() => 'USED');
  let turn = 0;
  let round = Promise.resolve();

  async function look(): Promise<void> {
    const sample = await samplePrimary(db).catch(() => null);
    const oldest = performance.now() - allowedMs;
    if (sample) samples = [...samples.filter(({ askedAt }) => askedAt >= oldest), sample];
    if (samples.length > 0) await Promise.all(replicas.map((replica) => replica.look(samples)));
    const states = replicas.map((replica) => replica.stateFor(allowedMs));
    states.forEach((state, at) => {
      if (state !== said[at])
        log[state === 'USED' ? 'info' : 'warn']({ area: 'replicas', replica: at + 1, state }, 'a replica');
    });
    said = states;
  }

  async function forget(): Promise<void> {
    const before = performance.now() - allowedMs - LOOK_EVERY_MS;
    for (const [userId, at] of told) if (at < before) told.delete(userId);
    await marks.forget(allowedMs + FORGET_EVERY_MS).catch(() => {});
  }

  async function again(): Promise<void> {
    let forgotten = performance.now();
    while (!stopping.signal.aborted) {
      round = look();
      await round;
      if (performance.now() - forgotten > FORGET_EVERY_MS) {
        forgotten = performance.now();
        await forget();
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  /** Returns the usable ones, in rotating order. */
  function inUse(): Replica[] {
    turn += 1;
    return replicas
      .map((_, at) => replicas[(at + turn) % replicas.length] as Replica)
      .filter((replica) => replica.stateFor(allowedMs) === 'USED');
  }

  const running = again();
  await round;
  return {
    async of(userId) {
      const found = inUse();
      if (found.length === 0) return null;
      const heard = told.get(userId) ?? Number.NEGATIVE_INFINITY;
      const changing = (await marks.endOf(userId)) ?? Number.NEGATIVE_INFINITY;
      return found.find(({ has }) => has !== null && has.askedAt > heard && has.at > changing) ?? null;
    },
    past: () => inUse()[0] ?? null,
    async latest() {
      const asked = performance.now();
      while (performance.now() - asked < LATEST_MS) {
        const found = inUse();
        const latest = found.find(({ has }) => has !== null && has.askedAt >= asked);
        if (latest || found.length === 0) return latest ?? null;
        await sleep(LOOK_EVERY_MS / 5);
      }
      return null;
    },
    willChange: (userId) => marks.make(userId),
    told: (userId) => void told.set(userId, performance.now()),
    states: () =>
      replicas.map((replica) => ({
        state: replica.stateFor(allowedMs),
        behindMs: roundedOf(replica.behind()),
      })),
    async close() {
      stopping.abort();
      await running;
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}

const roundedOf = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));
