/** The figures of the business: fees and shares, and what happened day by day. */
import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { ReportsDeps } from './deps.ts';
import { foldDays } from './fold-days.ts';
import { foldMoney } from './fold-money.ts';
import { addRoutes } from './routes.ts';

export type { ReportsDeps } from './deps.ts';

export interface Reports {
  routes(http: Http): void;
  jobs: Job[];
}

export function createReports(deps: ReportsDeps): Reports {
  return {
    routes: (http) => addRoutes(http, deps),
    jobs: [
      {
        name: 'fold-figures',
        cron: '* * * * *',
        // One after the other: both go on from the same row.
        async run() {
          await foldMoney(deps);
          await foldDays(deps);
        },
      },
    ],
  };
}
