/** Errors of our own scripts in people's browsers: reported by anyone, without anything of the person, seen by staff. */
import { DAY_MS } from '@sarraf/domain';
import { webErrors as listEndpoint, reportWebError as reportEndpoint } from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { WebErrorDeps } from './deps.ts';
import { createReporter } from './report-web-error.ts';
import { listWebErrors, pruneWebErrors } from './store.ts';

/** An error that nobody has met for so long is gone. */
export const WEB_ERRORS_KEPT_MS = 90 * DAY_MS;
/** Kinds that are kept; those met longest ago go first. */
const MAX_KINDS = 500;
const SHOWN = 100;

const OK = { status: 'OK', message: 'OK' } as const;

export function createWebErrors(deps: WebErrorDeps): { routes(http: Http): void; jobs: Job[] } {
  const report = createReporter(deps);
  return {
    routes(http) {
      http.route(reportEndpoint, async ({ body, userAgent }) => {
        await report(body, userAgent);
        return OK;
      });
      http.route(listEndpoint, async () => ({ ...OK, content: await listWebErrors(deps.db, SHOWN) }));
    },
    jobs: [
      {
        name: 'prune-web-errors',
        cron: '23 * * * *',
        run: () => pruneWebErrors(deps.db, new Date(deps.clock.now() - WEB_ERRORS_KEPT_MS), MAX_KINDS),
      },
    ],
  };
}
