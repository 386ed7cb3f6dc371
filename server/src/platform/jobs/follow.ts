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
 * one started.
 */
const LOOKS = { everyMs: 500, anywayMs: 5_000 };
/** Maximum pause; a follower that does all its work in one step lags by its pause. */
const MAX_PAUSE_MS = 1_000;

/**
 * Runs each follower independently, chunk by chunk, with pauses by `pace`: one with much to do delays none of the
 * others. `mayWork`: false while another process does the work. `batches`: returns a number that changes with each
 * committed batch, so that the database isn't queried when there can be nothing new; unset: unknown.
 */
export function runFollowers(
  followers: readonly Follower[],
  {
    pace,
    mayWork,
    log,
    batches,
    looks = LOOKS,
  }: {
    pace: WorkThrottle;
    mayWork: () => boolean;
    log: Log;
    batches?: (() => number) | undefined;
    looks?: typeof LOOKS;
  },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});

  /** Null: it failed, or this process must not do the work. */
  async function advance({ name, step }: Follower): Promise<boolean | null> {
    if (!mayWork()) return null;
    return step().catch((err: unknown) => {
      log.warn({ area: 'followers', name, err }, 'follower failed; retrying');
      return null;
    });
  }

  async function follow(follower: Follower): Promise<void> {
    let caughtUpAt = performance.now();
    while (!signal.aborted) {
      const begun = performance.now();
      // Read before the step, which may miss a batch that is committed meanwhile.
      const seen = batches?.();
      const more = await advance(follower);
      const now = performance.now();
      if (!more) caughtUpAt = now;
      const pause = Math.min(MAX_PAUSE_MS, pace.restAfter(now - begun, now - caughtUpAt));
      await rest(more ? pause : Math.max(looks.everyMs, pause));
      if (more === false && follower.byBatches) await untilNews(seen, now + looks.anywayMs);
    }
  }

  async function untilNews(seen: number | undefined, until: number): Promise<void> {
    if (seen === undefined) return;
    while (!signal.aborted && batches?.() === seen && performance.now() < until) await rest(looks.everyMs);
  }

  const running = Promise.all(followers.map(follow));
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
