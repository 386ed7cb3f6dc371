import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { WorkThrottle } from './pace.ts';

/** What is reckoned from the books after they were settled, outside the way of whoever trades. */
export interface Follower<Name extends string = string> {
  /** By which staff knows it. */
  name: Name;
  /**
   * Does a piece of what is behind, in one transaction that also keeps how far it came: none is missed or done twice,
   * whoever does it and whenever they fall. True: there is more.
   */
  step(): Promise<boolean>;
  /** Since when something waits to be done; null: nothing does. */
  waitingSince(): Promise<Date | null>;
  /** Only batches of the books give it anything to do. */
  byBatches?: true;
}

/** `anywayMs`: where no batch is known to have come; one may have, from another process just before this one began. */
const LOOKS = { everyMs: 500, anywayMs: 5_000 };
/** Whoever does all that there is in one piece is as late as it rests. */
const LONGEST_REST_MS = 1_000;

/**
 * Has each of them follow the books by itself, piece by piece, and rest in between as `pace` says: one that has much to do
 * keeps none of the others waiting. `mayWork`: false while another process does it. `batches`: a number that is another one after
 * each batch that has committed, so that nobody asks the database where nothing can have come; unset: nobody knows.
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

  /** Null: it has failed, or isn't to be done here. */
  async function advance({ name, step }: Follower): Promise<boolean | null> {
    if (!mayWork()) return null;
    return step().catch((err: unknown) => {
      log.warn({ area: 'followers', name, err }, 'a follower has failed; it tries again');
      return null;
    });
  }

  async function follow(follower: Follower): Promise<void> {
    let caughtUpAt = performance.now();
    while (!signal.aborted) {
      const begun = performance.now();
      // Before the look: a batch that comes while it goes on may be missed by it.
      const seen = batches?.();
      const more = await advance(follower);
      const now = performance.now();
      if (!more) caughtUpAt = now;
      const pause = Math.min(LONGEST_REST_MS, pace.restAfter(now - begun, now - caughtUpAt));
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
