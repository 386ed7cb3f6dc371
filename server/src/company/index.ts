/** Stores of companies: payments through their link, settlement in coins, and the API for their programs. */
import type { StaffFinds } from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import type { CompanyContext, CompanyDeps } from './deps.ts';
import { findStores } from './find-stores.ts';
import { expireDueInstructions } from './instructions/decide-instruction.ts';
import { addInstructionRoutes } from './instructions/routes.ts';
import { countRefunds } from './payments/refund-store.ts';
import { recordPaidRefunds } from './payments/refunds.ts';
import { addDeveloperRoutes, addOwnerRoutes, addPayerRoutes, addProgramRoutes } from './routes.ts';
import { SETTLE_COMPANIES_JOB, settleCompanies } from './settlements/settle-companies.ts';
import { addCompanyStaffRoutes } from './staff-routes.ts';
import { DELIVER_JOB, deliverEvents } from './webhooks/webhooks.ts';

export type { CompanyDeps } from './deps.ts';
export { STORE_LIMIT_ROWS } from './limit-rows.ts';
export { createCompanyReceipts } from './payments/receipts.ts';
export type { WebhookSender } from './ports.ts';

export interface Companies {
  routes(http: Http): void;
  jobs: Job[];
  /** Number of refunds that wait for the staff, at most 1,000. */
  countRefunds(): Promise<number>;
  /** Finds stores by id, by the owner's e-mail, or among the newest by name and domain. */
  find(typed: string, limit: number): Promise<StaffFinds['stores']>;
}

export function createCompanies(deps: CompanyDeps): Companies {
  const context: CompanyContext = { ...deps, now: () => new Date(deps.clock.now()) };
  return {
    routes(http) {
      addOwnerRoutes(http, context);
      addPayerRoutes(http, context);
      addDeveloperRoutes(http, context);
      addProgramRoutes(http, context);
      addInstructionRoutes(http, context);
      addCompanyStaffRoutes(http, context);
    },
    jobs: [
      { name: SETTLE_COMPANIES_JOB, cron: '* * * * *', run: () => settleCompanies(context) },
      { name: 'sweep-refunds', cron: '* * * * *', run: () => recordPaidRefunds(context) },
      { name: 'end-instructions', cron: '* * * * *', run: () => expireDueInstructions(context) },
      { name: DELIVER_JOB, cron: '* * * * *', run: () => deliverEvents(context) },
    ],
    find: (typed, limit) => findStores(context, typed, limit),
    countRefunds: () => countRefunds(context.db),
  };
}
