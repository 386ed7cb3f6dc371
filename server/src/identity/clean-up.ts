import type { Job } from '../platform/jobs/jobs.ts';
import { SIGN_UP_MS } from './codes/limits.ts';
import type { IdentityContext } from './deps.ts';
import { deleteExpired } from './store.ts';

const DAY = 24 * 3_600_000;

/** Once a day: counters, codes, sign-ups and sessions that have no effect any more. A person's history stays. */
export const identityCleanUpJob = (context: IdentityContext): Job => ({
  name: 'clean-up-identity',
  cron: '17 1 * * *',
  async run() {
    const before = (ms: number) => new Date(context.clock.now() - ms);
    await deleteExpired(context.db, {
      counters: before(2 * DAY),
      signUps: before(SIGN_UP_MS),
      strangers: before(30 * DAY),
      sessions: before(30 * DAY),
    });
  },
});
