import { expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { type Follower, runFollowers } from './follow.ts';
import { paceBy } from './pace.ts';

const none = { waitingSince: async () => null };
const log = createLog('silent');

it('goes round as long as there is more, past one that fails', async () => {
  const done: string[] = [];
  const working: Follower = { ...none, name: 'a', step: async () => done.push('a') < 3 };
  const failing: Follower = {
    ...none,
    name: 'b',
    async step() {
      done.push('b');
      throw new Error('the database is away');
    },
  };
  const following = runFollowers([working, failing], {
    pace: { restAfter: () => 0 },
    mayWork: () => true,
    log,
  });
  await expect.poll(() => done.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
  await following.stop();
  expect(done.slice(0, 4)).toEqual(['a', 'b', 'a', 'b']);
});

it('does nothing while another process does it, and ends when told', async () => {
  let asked = 0;
  let steps = 0;
  const mayWork = () => {
    asked += 1;
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
  await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(1);
  await following.stop();
  expect(steps).toBe(0);
});

it.each([
  [0, 0],
  [0.5, 0],
  [0.7, 10],
  [0.9, 90],
])('where whoever settles works %d of the time, rests after ten milliseconds for %d', (load, rest) => {
  expect(paceBy(() => load).restAfter(10)).toBeCloseTo(rest);
});

it('rests no longer than some seconds after a long piece of work', () => {
  expect(paceBy(() => 1).restAfter(60_000)).toBe(5_000);
});
