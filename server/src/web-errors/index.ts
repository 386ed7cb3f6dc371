/** Errors of our own scripts in browsers: reported anonymously by anyone, listed for staff. */
import { DAY_MS } from '@sarraf/domain';
import { webErrors as listEndpoint, reportWebError as reportEndpoint } from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { WebErrorDeps } from './deps.ts';
import { createReporter } from './report-web-error.ts';
import { listWebErrors, pruneWebErrors } from './store.ts';

/** An error that wasn't reported for this long is deleted. */
export const WEB_ERROR_RETENTION_MS = 90 * DAY_MS;
/** Maximum number of stored kinds; those reported longest ago are deleted first. */
const MAX_KINDS = 500;
const MAX_LISTED = 100;

const OK = { status: 'OK', message: 'OK' } as const;

export function createWebErrors(deps: WebErrorDeps): { routes(http: Http): void; jobs: Job[] } {
  const report = createReporter(deps);
  return {
    routes(http) {
      http.route(reportEndpoint, async ({ body, userAgent }) => {
        await report(body, userAgent);
        return OK;
      });
      http.route(listEndpoint, async () => ({ ...OK, content: await listWebErrors(deps.db, MAX_LISTED) }));
    },
    jobs: [
      {
        name: 'prune-web-errors',
        cron: '23 * * * *',
        run: () => pruneWebErrors(deps.db, new Date(deps.clock.now() - WEB_ERROR_RETENTION_MS), MAX_KINDS),
      },
    ],
  };
}
