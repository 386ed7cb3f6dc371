import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { WorkPace } from './pace.ts';

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
}

const LOOK_EVERY_MS = 500;
/** Whoever does all that there is in one piece is as late as it rests. */
const LONGEST_REST_MS = 1_000;

/**
 * Has each of them follow the books by itself, piece by piece, and rest in between as `pace` says: one that has much to do
 * keeps none of the others waiting. `mayWork`: false while another process does it.
 */
export function runFollowers(
  followers: readonly Follower[],
  { pace, mayWork, log }: { pace: WorkPace; mayWork: () => boolean; log: Log },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});

  async function advance({ name, step }: Follower): Promise<boolean> {
    return step().catch((err: unknown) => {
      log.warn({ area: 'followers', name, err }, 'a follower has failed; it tries again');
      return false;
    });
  }

  async function follow(follower: Follower): Promise<void> {
    let caughtUpAt = performance.now();
    while (!signal.aborted) {
      const begun = performance.now();
      const more = mayWork() && (await advance(follower));
      const now = performance.now();
      if (!more) caughtUpAt = now;
      const pause = Math.min(LONGEST_REST_MS, pace.restAfter(now - begun, now - caughtUpAt));
      await rest(more ? pause : Math.max(LOOK_EVERY_MS, pause));
    }
  }

  const running = Promise.all(followers.map(follow));
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
