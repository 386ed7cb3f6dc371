import { describe, expect, it } from 'vitest';
import { createFollowerProgress } from './follower-progress.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const MINUTE = 60_000;

/** Returns a reader of one follower's estimate, in minutes from now, given how long it has been behind. */
function createReader() {
  let now = NOON;
  let since: number | null = null;
  const read = createFollowerProgress(
    [{ name: 'totals', waitingSince: async () => (since === null ? null : new Date(since)) }],
    { now: () => now },
  );
  return async (at: number, behind: number | null): Promise<number | null> => {
    now = NOON + at * MINUTE;
    since = behind === null ? null : now - behind * MINUTE;
    const [state] = await read();
    expect(state?.waitingSince?.getTime() ?? null).toBe(since);
    return state?.upToDateAt ? (state.upToDateAt.getTime() - now) / MINUTE : null;
  };
}

describe('createFollowerProgress', () => {
  it('estimates the end from how much the delay became shorter, while new work arrives', async () => {
    const estimate = createReader();
    expect(await estimate(0, 60)).toBeNull();
    // In one minute of the clock it has processed three minutes of the ledger.
    expect(await estimate(1, 58)).toBeCloseTo(29);
    expect(await estimate(2, 56)).toBeCloseTo(28);
  });

  it('follows a change of speed within two minutes', async () => {
    const estimate = createReader();
    await estimate(0, 60);
    await estimate(1, 58);
    await estimate(2, 57);
    expect(await estimate(3, 56)).toBeCloseTo(56);
  });

  it('has no estimate while the follower falls behind or keeps its delay', async () => {
    const estimate = createReader();
    await estimate(0, 1);
    expect(await estimate(1, 2)).toBeNull();
    expect(await estimate(2, 2)).toBeNull();
  });

  it('has no estimate from two readings of the same moment, nor one of more than a week', async () => {
    const estimate = createReader();
    await estimate(0, 60);
    expect(await estimate(0.01, 50)).toBeNull();
    expect(await estimate(1, 59.999)).toBeNull();
  });

  it('forgets earlier progress once the follower is up to date', async () => {
    const estimate = createReader();
    await estimate(0, 60);
    expect(await estimate(1, null)).toBeNull();
    expect(await estimate(2, 30)).toBeNull();
    expect(await estimate(3, 10)).toBeCloseTo(0.5);
  });
});
