/** Toman payments to bank accounts: one batch per working day, taken to the bank and confirmed by two staff members. */

import type { PayoutContext, PayoutDeps } from './deps.ts';
import { createPayoutJobs } from './jobs.ts';
import { addRoutes } from './routes.ts';
import { joinSources } from './sources.ts';
import { countOpenPayouts } from './store.ts';
import type { Payout } from './types.ts';

export type { PayoutDeps } from './deps.ts';
export type { Payout } from './types.ts';

export function createPayout(deps: PayoutDeps): Payout {
  const context: PayoutContext = {
    ...deps,
    money: joinSources(deps.sources),
    now: () => new Date(deps.clock.now()),
  };
  return {
    routes: (http) => addRoutes(http, context),
    jobs: createPayoutJobs(context),
    countOpen: () => countOpenPayouts(context.db),
  };
}
