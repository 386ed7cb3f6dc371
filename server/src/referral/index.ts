/** What trades bring people beside coins: their level, shares for who invited them, and what their coins have gained. */
import type { Http } from '../platform/http.ts';
import type { Job } from '../platform/jobs.ts';
import type { ReferralDeps } from './deps.ts';
import { foldPositions } from './fold-positions.ts';
import { followTrades, judgeLevels } from './keep-levels.ts';
import { createDayPrices } from './prices.ts';
import { addRoutes } from './routes.ts';
import { markSelfInvited } from './same-person.ts';

export type { ReferralDeps } from './deps.ts';

export interface Referral {
  routes(http: Http): void;
  jobs: Job[];
  stop(): Promise<void>;
}

export function createReferral(deps: ReferralDeps): Referral {
  const { db, bus, clock, ledger, log, market, people } = deps;
  const fold = () => foldPositions(deps);
  const following = followTrades(deps, fold);
  const look = async (about: string | null) => {
    for (const id of await markSelfInvited(db, about)) people.changed(id);
  };
  const deaf = bus.subscribe('user', ({ userId }) => {
    if (ledger.isWriter())
      look(userId).catch((err: unknown) => log.warn({ err, userId }, 'inviter not compared'));
  });
  return {
    routes: (http) => addRoutes(http, { ...deps, dayPrices: createDayPrices(market, clock.now) }),
    jobs: [
      { name: 'fold-positions', cron: '* * * * *', run: fold },
      { name: 'judge-levels', cron: '* * * * *', run: () => judgeLevels(deps) },
      // What was missed while nobody listened.
      { name: 'compare-inviters', cron: '35 21 * * *', run: () => look(null) },
    ],
    async stop() {
      deaf();
      await following.stop();
    },
  };
}
