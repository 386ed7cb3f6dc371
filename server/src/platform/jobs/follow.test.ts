import { expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { type Follower, runFollowers } from './follow.ts';
import { createWorkThrottle } from './pace.ts';

const none = { waitingSince: async () => null };
const log = createLog('silent');

/** Far shorter than in production. */
const looks = { everyMs: 10, anywayMs: 200, maxRestMs: 20 };

it('a follower continues while there is more to do, independently of one that fails and one that takes long', async () => {
  let [steps, failed] = [0, 0];
  const working: Follower = {
    ...none,
    name: 'a',
    async step() {
      steps += 1;
      return steps < 3;
    },
  };
  const failing: Follower = {
    ...none,
    name: 'b',
    async step() {
      failed += 1;
      throw new Error('the database is away');
    },
  };
  let answer = (_more: boolean) => {};
  const slow: Follower = {
    ...none,
    name: 'c',
    step: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  };
  const following = runFollowers([slow, working, failing], {
    pace: { restAfter: () => 0 },
    mayWork: () => true,
    log,
    looks,
  });
  await expect.poll(() => steps).toBeGreaterThanOrEqual(3);
  await expect.poll(() => failed).toBeGreaterThan(1);
  const stopped = following.stop();
  answer(false);
  await stopped;
});

it('rests as long as the pace says while there is more to do, and for a moment once it has caught up', async () => {
  const steps = { behind: 0, upToDate: 0 };
  const stepOf = (name: keyof typeof steps) => async () => {
    steps[name] += 1;
    return name === 'behind';
  };
  const following = runFollowers(
    [
      { ...none, name: 'a', step: stepOf('behind') },
      { ...none, name: 'b', step: stepOf('upToDate') },
    ],
    { pace: { restAfter: () => 60_000 }, mayWork: () => true, log, looks },
  );
  await expect.poll(() => steps.upToDate).toBeGreaterThan(5);
  await following.stop();
  expect(steps.behind).toBe(1);
});

it('pauses while another process does the work, and ends when stopped', async () => {
  let requestCount = 0;
  let steps = 0;
  const mayWork = () => {
    requestCount += 1;
    return false;
  };
  const step = async () => {
    steps += 1;
    return false;
  };
  const following = runFollowers([{ ...none, name: 'a', step }], {
    pace: { restAfter: () => 0 },
    mayWork,
    log,
  });
  await expect.poll(() => requestCount, { timeout: 20_000 }).toBeGreaterThan(1);
  await following.stop();
  expect(steps).toBe(0);
});

it('does not query while no batch was committed, checks right after one, and polls occasionally all the same', async () => {
  const steps = { quiet: 0, other: 0 };
  const stepOf = (name: keyof typeof steps) => async () => {
    steps[name] += 1;
    return false;
  };
  let batches = 7;
  const startedAt = performance.now();
  const following = runFollowers(
    [
      { ...none, name: 'quiet', step: stepOf('quiet'), byBatches: true },
      { ...none, name: 'other', step: stepOf('other') },
    ],
    { pace: { restAfter: () => 0 }, mayWork: () => true, log, batches: () => batches, looks },
  );
  await expect.poll(() => steps.other).toBeGreaterThan(5);
  const anyway = () => 1 + Math.floor((performance.now() - startedAt) / looks.anywayMs);
  expect(steps.quiet).toBeLessThanOrEqual(anyway());
  batches = 8;
  const before = steps.quiet;
  await expect.poll(() => steps.quiet).toBeGreaterThan(before);
  // No further batches are reported; a missed one is found by polling.
  const missed = steps.quiet;
  await expect.poll(() => steps.quiet).toBeGreaterThan(missed);
  await following.stop();
});

it('checks again soon after a failure or after another process did the work, even without new batches', async () => {
  let mayWork = false;
  let requestCount = 0;
  const outcomes: string[] = [];
  const step = async () => {
    outcomes.push(outcomes.length < 2 ? 'failed' : 'done');
    if (outcomes.length <= 2) throw new Error('the database is away');
    return false;
  };
  const following = runFollowers([{ ...none, name: 'a', step, byBatches: true }], {
    pace: { restAfter: () => 0 },
    mayWork() {
      requestCount += 1;
      return mayWork;
    },
    log,
    batches: () => 1,
    looks,
  });
  await expect.poll(() => requestCount).toBeGreaterThan(1);
  expect(outcomes).toEqual([]);
  mayWork = true;
  await expect.poll(() => outcomes.slice(0, 3)).toEqual(['failed', 'failed', 'done']);
  await following.stop();
});

it.each([
  [0, 0],
  [0.5, 0],
  [0.7, 10],
  [0.9, 90],
])(
  'createWorkThrottle pauses, with the ledger writer %d busy, after ten milliseconds of work for %d',
  (load, rest) => {
    expect(createWorkThrottle(() => load).restAfter(10)).toBeCloseTo(rest);
  },
);

it.each([
  [0.9, 900, 90],
  [0.9, 1_100, 10],
  [0.7, 60_000, 10],
  [0.5, 60_000, 0],
])(
  'createWorkThrottle pauses, with the ledger writer %d busy and %d ms behind, after ten milliseconds of work for %d',
  (load, late, rest) => {
    expect(createWorkThrottle(() => load).restAfter(10, late)).toBeCloseTo(rest);
  },
);

it('pauses for some seconds at most after a long piece of work', () => {
  expect(createWorkThrottle(() => 1).restAfter(60_000)).toBe(5_000);
});
