import { AppError, findNextTurn, isCoin, MAX_RECURRING } from '@sarraf/domain';
import type { BodyOf, createRecurringPlan, RecurringPlan } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import type { RecurringDeps } from './deps.ts';
import { parsePlanTerms } from './parse-terms.ts';
import {
  countPlans,
  findPlan,
  insertPlan,
  lockSamePlan,
  type PlanRow,
  updateState,
  updateTerms,
} from './plan-store.ts';
import { applyTermsToPendingTurn } from './turn-store.ts';
import { recurringPlanDto } from './view.ts';

/**
 * Creates a plan. A plan of the same coin at the same time only changes its amount: a request that is sent twice
 * creates one.
 *
 * BAD_REQUEST (`errors`); QUICK_TRADE_DISABLED_FOR_MARKETER; those of `parsePlanTerms`; TOO_MANY_RECURRING (`most`).
 */
export async function createPlan(
  deps: RecurringDeps,
  caller: Caller,
  { coin, ...body }: BodyOf<typeof createRecurringPlan>,
): Promise<RecurringPlan> {
  const { userId, level, supervisor } = caller;
  if (!isCoin(coin)) throw new AppError('BAD_REQUEST', { errors: ['coin'] });
  if (supervisor) throw new AppError('QUICK_TRADE_DISABLED_FOR_MARKETER');
  const terms = parsePlanTerms(deps, coin, level, body);
  const at = deps.clock.now();
  const plan = await deps.db.transaction().execute(async (tx) => {
    // Locked, so that concurrent requests can't exceed the limit together.
    await deps.people.lock(tx, userId);
    const same = await lockSamePlan(tx, { userId, coin, ...terms });
    const id = same?.id ?? newId();
    const nextAt = new Date(findNextTurn(terms, at, same?.lastDay ?? null));
    if (same) {
      await updateTerms(tx, id, terms, same.nextAt);
      if (same.state === 'PAUSED') await updateState(tx, id, { state: 'ACTIVE', nextAt, endedAt: null });
    } else {
      if ((await countPlans(tx, userId)) >= MAX_RECURRING)
        throw new AppError('TOO_MANY_RECURRING', { data: { most: MAX_RECURRING } });
      await insertPlan(tx, { id, userId, coin, ...terms }, { nextAt, now: new Date(at) });
    }
    return recurringPlanDto((await findPlan(tx, userId, id)) as PlanRow);
  });
  await applyTermsToPendingTurn(deps.db, plan.id);
  return plan;
}
