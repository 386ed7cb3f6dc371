import type { Clock } from '../clock.ts';
import type { Follower } from './follow.ts';

export interface FollowerState<Name extends string = string> {
  name: Name;
  /** Time of the first transfer or trade that is not processed yet; null: up to date. */
  waitingSince: Date | null;
  /** Estimate from recent progress; null: up to date, not yet known, or falling further behind. */
  upToDateAt: Date | null;
}

interface Sample {
  at: number;
  since: number;
}

/** Progress is measured over at least the first and at most the second. */
const MIN_SPAN_MS = 5_000;
const MAX_SPAN_MS = 2 * 60_000;
/** A longer estimate would be guesswork. */
const MAX_ESTIMATE_MS = 7 * 24 * 60 * 60_000;

/**
 * Returns a function that reads the state of each follower. Each call is also a sample, by which later ones estimate
 * when a follower that is behind will have caught up; the first calls have no estimate.
 */
export function createFollowerProgress<Name extends string>(
  followers: readonly Pick<Follower<Name>, 'name' | 'waitingSince'>[],
  clock: Clock,
): () => Promise<FollowerState<Name>[]> {
  const samples = new Map<Name, Sample[]>();

  function estimateEnd(name: Name, waitingSince: Date | null): Date | null {
    if (waitingSince === null) {
      samples.delete(name);
      return null;
    }
    const now = { at: clock.now(), since: waitingSince.getTime() };
    const recent = (samples.get(name) ?? []).filter(({ at }) => now.at - at <= MAX_SPAN_MS);
    const [first = now] = recent;
    const last = recent.at(-1);
    if (!last || now.at - last.at >= MIN_SPAN_MS) recent.push(now);
    samples.set(name, recent);
    const span = now.at - first.at;
    // New work arrives meanwhile: what counts is by how much the delay has become shorter.
    const gained = now.since - first.since - span;
    if (span < MIN_SPAN_MS || gained <= 0) return null;
    const left = ((now.at - now.since) * span) / gained;
    return left <= MAX_ESTIMATE_MS ? new Date(now.at + Math.max(0, left)) : null;
  }

  return () =>
    Promise.all(
      followers.map(async ({ name, waitingSince: readWaitingSince }) => {
        const waitingSince = await readWaitingSince();
        return { name, waitingSince, upToDateAt: estimateEnd(name, waitingSince) };
      }),
    );
}
