import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { WorkThrottle } from './pace.ts';

/** Work derived from committed ledger batches, outside the path of a trade. */
export interface Follower<Name extends string = string> {
  /** Name shown to staff. */
  name: Name;
  /**
   * Processes one chunk, in a transaction that also stores the position: nothing is missed or done twice, whichever
   * process does it and whenever that is killed. True: there is more.
   */
  step(): Promise<boolean>;
  /** Time since which work has been waiting; null: none. */
  waitingSince(): Promise<Date | null>;
  /** Set if it has work only after ledger batches. */
  byBatches?: true;
}

/**
 * `anywayMs`: polling interval without known batches, since another process may have committed one just before this
 * one started. `maxRestMs`: maximum pause of a follower that has caught up, which lags by its pause.
 */
const POLL_INTERVALS = { everyMs: 500, anywayMs: 5_000, maxRestMs: 1_000 };

/**
 * Runs each follower independently, chunk by chunk, with pauses by `pace`: one with much to do delays none of the
 * others, and however late all of them are, trades come first (decision 143). `mayWork`: false while another process
 * does the work. `batches`: returns a number that changes with each committed batch, so that the database isn't
 * queried when there can be nothing new; unset: unknown.
 */
export function runFollowers(
  followers: readonly Follower[],
  {
    pace,
    mayWork,
    log,
    batches,
    looks = POLL_INTERVALS,
  }: {
    pace: WorkThrottle;
    mayWork: () => boolean;
    log: Log;
    batches?: (() => number) | undefined;
    looks?: typeof POLL_INTERVALS;
  },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pauseFor = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});

  /** Null: it failed, or this process must not do the work. */
  async function runStep({ name, step }: Follower): Promise<boolean | null> {
    if (!mayWork()) return null;
    return step().catch((err: unknown) => {
      log.warn({ area: 'followers', name, err }, 'follower failed; retrying');
      return null;
    });
  }

  async function runFollower(follower: Follower): Promise<void> {
    while (!signal.aborted) {
      const startedAt = performance.now();
      // Read before the step, which may miss a batch that is committed meanwhile.
      const lastBatch = batches?.();
      const more = await runStep(follower);
      const now = performance.now();
      const rest = pace.restAfter(now - startedAt);
      await pauseFor(more ? rest : Math.max(looks.everyMs, Math.min(looks.maxRestMs, rest)));
      if (more === false && follower.byBatches) await waitForBatch(lastBatch, now + looks.anywayMs);
    }
  }

  async function waitForBatch(lastBatch: number | undefined, deadline: number): Promise<void> {
    if (lastBatch === undefined) return;
    while (!signal.aborted && batches?.() === lastBatch && performance.now() < deadline)
      await pauseFor(looks.everyMs);
  }

  const running = Promise.all(followers.map(runFollower));
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
