/** The store of a company: payments through its link, their settlement in coins, and what programs need. */
import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { CompanyContext, CompanyDeps } from './deps.ts';
import { countRefunds } from './payments/refund-store.ts';
import { sweepRefunds } from './payments/refunds.ts';
import { addOwnerRoutes, addPayerRoutes, addProgramRoutes } from './routes.ts';
import { settleCompanies } from './settlements/settle-companies.ts';
import { addCompanyStaffRoutes } from './staff-routes.ts';
import { DELIVER, deliverEvents } from './webhooks/webhooks.ts';

export type { CompanyDeps } from './deps.ts';
export { STORE_LIMIT_ROWS } from './limit-rows.ts';
export { createCompanyReceipts } from './payments/receipts.ts';
export type { WebhookSender } from './ports.ts';

export interface Companies {
  routes(http: Http): void;
  jobs: Job[];
  /** Refunds that wait for the staff, at most 1,000. */
  countRefunds(): Promise<number>;
}

export function createCompanies(deps: CompanyDeps): Companies {
  const context: CompanyContext = { ...deps, now: () => new Date(deps.clock.now()) };
  return {
    routes(http) {
      addOwnerRoutes(http, context);
      addPayerRoutes(http, context);
      addProgramRoutes(http, context);
      addCompanyStaffRoutes(http, context);
    },
    jobs: [
      { name: 'settle-companies', cron: '* * * * *', run: () => settleCompanies(context) },
      { name: 'sweep-refunds', cron: '* * * * *', run: () => sweepRefunds(context) },
      { name: DELIVER, cron: '* * * * *', run: () => deliverEvents(context) },
    ],
    countRefunds: () => countRefunds(context.db),
  };
}
