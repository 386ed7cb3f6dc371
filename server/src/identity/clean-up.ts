import { DAY_MS } from '@sarraf/domain';
import type { Job } from '../platform/jobs/jobs.ts';
import { SIGN_UP_MS } from './codes/limits.ts';
import type { IdentityContext } from './deps.ts';
import { BROWSER_MS } from './login/client.ts';
import { deleteExpired } from './store.ts';

/** Deletes expired counters, codes, sign-ups and sessions, once a day. The history of a user stays. */
export const identityCleanUpJob = (context: IdentityContext): Job => ({
  name: 'clean-up-identity',
  cron: '17 1 * * *',
  async run() {
    const timeBefore = (ms: number) => new Date(context.clock.now() - ms);
    await deleteExpired(context.db, {
      counters: timeBefore(2 * DAY_MS),
      signUps: timeBefore(SIGN_UP_MS),
      strangers: timeBefore(30 * DAY_MS),
      sessions: timeBefore(30 * DAY_MS),
      browsers: timeBefore(BROWSER_MS),
    });
  },
});
