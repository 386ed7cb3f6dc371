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

/**
 * Has them follow the books, one piece of one after the other, and rest in between as `pace` says. `mayWork`: false while
 * another process does it.
 */
export function runFollowers(
  followers: readonly Follower[],
  { pace, mayWork, log }: { pace: WorkPace; mayWork: () => boolean; log: Log },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});

  async function advance({ name, step }: Follower): Promise<boolean> {
    const begun = performance.now();
    const more = await step().catch((err: unknown) => {
      log.warn({ area: 'followers', name, err }, 'a follower has failed; it tries again');
      return false;
    });
    await rest(pace.restAfter(performance.now() - begun));
    return more;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      let more = false;
      for (const follower of followers)
        if (!signal.aborted && mayWork()) more = (await advance(follower)) || more;
      if (!more) await rest(LOOK_EVERY_MS);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
