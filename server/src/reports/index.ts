/** Business reports: fees and shares, and daily figures. */
import type { Http } from '../platform/http/http.ts';
import type { Follower } from '../platform/jobs/follow.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { ReportsDeps } from './deps.ts';
import { foldDays } from './fold-days.ts';
import { createFiguresFollower, foldMoney } from './fold-money.ts';
import { addRoutes } from './routes.ts';

export type { ReportsDeps } from './deps.ts';

export interface Reports {
  routes(http: Http): void;
  jobs: Job[];
  followers: Follower<'figures'>[];
}

export function createReports(deps: ReportsDeps): Reports {
  return {
    routes: (http) => addRoutes(http, deps),
    jobs: [
      {
        name: 'fold-figures',
        cron: '* * * * *',
        // Money comes first, so that a day's row exists.
        async run() {
          await foldMoney(deps);
          await foldDays(deps);
        },
      },
    ],
    followers: [createFiguresFollower(deps)],
  };
}
