/** Recurring purchases. */
import {
  changeRecurringPlan,
  createRecurringPlan,
  endRecurringPlan,
  pauseRecurringPlan,
  recurringPlans,
  recurringTurns,
  resumeRecurringPlan,
} from '@sarraf/domain/contracts';
import { parsePage, toPage } from '../../platform/database/rows.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { readPendingTether, readStablecoinPurchases } from '../totals-store.ts';
import { changePlan, endPlan, pausePlan, resumePlan } from './change-plan.ts';
import { createPlan } from './create-plan.ts';
import type { RecurringDeps } from './deps.ts';
import { listPlans } from './plan-store.ts';
import { runRecurring } from './run-recurring.ts';
import { listTurns } from './turn-store.ts';
import { recurringPlanDto, recurringTurnDto } from './view.ts';

export interface Recurring {
  routes(http: Http): void;
  /** They move money, so they run in the ledger writer's process. */
  jobs: Job[];
}

const OK = { status: 'OK', message: 'OK' } as const;

export function createRecurringPurchases(
  options: Omit<RecurringDeps, 'stablecoinsBought' | 'tetherComing'>,
): Recurring {
  const deps: RecurringDeps = {
    ...options,
    stablecoinsBought: (userId) => readStablecoinPurchases(options.db, userId),
    tetherComing: (userId) => readPendingTether(options.db, userId),
  };
  return {
    routes: (http) => addRecurringRoutes(http, deps),
    jobs: [{ name: 'recurring-purchases', cron: '* * * * *', run: () => runRecurring(deps) }],
  };
}

function addRecurringRoutes(http: Http, deps: RecurringDeps): void {
  http.route(recurringPlans, async ({ caller }) => ({
    ...OK,
    content: (await listPlans(deps.db, caller.userId)).map(recurringPlanDto),
  }));
  http.route(recurringTurns, async ({ caller, query }) => {
    const page = parsePage(query);
    const { rows, nextCursor } = toPage(await listTurns(deps.db, caller.userId, page), page);
    return { ...OK, content: rows.map(recurringTurnDto), nextCursor };
  });
  http.route(createRecurringPlan, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await createPlan(deps, caller, body),
  }));
  http.route(changeRecurringPlan, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await changePlan(deps, caller, params.id, body),
  }));
  http.route(pauseRecurringPlan, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await pausePlan(deps, caller, params.id),
  }));
  http.route(resumeRecurringPlan, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await resumePlan(deps, caller, params.id),
  }));
  http.route(endRecurringPlan, async ({ caller, params }) => ({
    ...OK,
    baseDTO: await endPlan(deps, caller, params.id),
  }));
}
