/** Support tickets of people, and staff's replies. */
import type { StaffFinds } from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { STRICT_SUPPORT_LIMITS, type SupportContext, type SupportDeps, WIDE_SUPPORT_LIMITS } from './deps.ts';
import { findTickets } from './find-tickets.ts';
import { MAX_FORM_AGE_MS } from './form-token.ts';
import { addRoutes } from './routes.ts';
import { countWaitingTickets, deleteOldFormTokens } from './store.ts';

export { STRICT_SUPPORT_LIMITS, type SupportLimits } from './deps.ts';

export interface Support {
  /** Counts tickets that wait for a reply, at most 1,000. */
  countWaiting(): Promise<number>;
  /** Finds by number, or among the newest by subject. */
  findTickets(typed: string, limit: number): Promise<StaffFinds['tickets']>;
  routes(http: Http): void;
  jobs: Job[];
}

export function createSupport(deps: SupportDeps): Support {
  const context: SupportContext = {
    ...deps,
    limits: deps.limits ?? (deps.config.sandbox ? WIDE_SUPPORT_LIMITS : STRICT_SUPPORT_LIMITS),
    now: () => new Date(deps.clock.now()),
  };
  return {
    countWaiting: () => countWaitingTickets(context.db),
    findTickets: (searchText, limit) => findTickets(context, searchText, limit),
    routes: (http) => addRoutes(http, context),
    jobs: [
      {
        name: 'clean-up-support',
        cron: '41 * * * *',
        // An older form is refused for its age.
        run: () => deleteOldFormTokens(context.db, new Date(context.clock.now() - MAX_FORM_AGE_MS)),
      },
    ],
  };
}
