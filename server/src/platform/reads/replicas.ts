import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/database.ts';
import type { Log } from '../log.ts';
import { createMarks } from './marks.ts';
import { type Replica, type ReplicaState, type Sample, samplePrimary } from './replica.ts';

const LOOK_EVERY_MS = 500;
/** How long a read that must have everything waits for a replica. */
const LATEST_MS = 10_000;
const FORGET_EVERY_MS = 60_000;

export interface ReplicaView {
  state: ReplicaState;
  /** In milliseconds; null: longer than anybody remembers, or unknown. */
  behindMs: number | null;
}

/** Which replica may serve a read; null, everywhere: none, so the primary does. */
export interface Replicas {
  /** One that has all that this person did, and all that this process has told them. */
  of(userId: string): Promise<Replica | null>;
  /** One that is no further behind than is allowed. */
  past(): Replica | null;
  /** One that has all that was committed before the call; it is waited for. */
  latest(): Promise<Replica | null>;
  /** To be waited for before a person's change begins, in whichever process. */
  willChange(userId: string): Promise<void>;
  /** This person has been told of something that a replica may not have yet. */
  told(userId: string): void;
  /** In the order of the settings. */
  states(): ReplicaView[];
  close(): Promise<void>;
}

/** Answers when each replica has been looked at once. `allowedMs`: one that is further behind is left alone. */
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

  /** By turns, those that are in use. */
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
